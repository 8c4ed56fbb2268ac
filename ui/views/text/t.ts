// Texts in the user's language.
import { computed, effect, signal } from '@preact/signals'
import { language } from '../../state/settings.ts'
import { type Counted, en, type Key, type Texts } from './en.ts'

type Values = Record<string, string | number>

const chinese = signal<Texts | undefined>(undefined)
const texts = computed<Texts>(() => (language.value === 'zh' ? (chinese.value ?? en) : en))

/** The locale for dates and numbers. */
export const locale = computed(() =>
  language.value === 'zh' ? 'zh-Hans' : navigator.language.startsWith('en') ? navigator.language : 'en-GB',
)

// Read as soon as it is needed, and kept.
effect(() => {
  if (language.value === 'zh' && chinese.peek() === undefined)
    void import('./zh.ts').then(({ zh }) => {
      chinese.value = zh
    })
})

/** One text. */
export const t = (key: Key, values?: Values): string => fill(texts.value[key], values)

/** One text for a number of things. */
export const tn = (key: Counted, n: number, values?: Values): string =>
  fill(texts.value[`${key}.${n === 1 ? 'one' : 'other'}` as Key], { n: number(n), ...values })

/** Whether there is a text of this name. */
export const isKey = (key: string): key is Key => key in en

/** A number as the user writes it. */
export const number = (value: number): string => new Intl.NumberFormat(locale.value).format(value)

const fill = (text: string, values: Values | undefined): string =>
  values === undefined ? text : text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))
