// One setting in a view: its value, how it is saved, and what is wrong with what was typed.
import { useState } from 'preact/hooks'
import { CallError } from '../../client/client.ts'
import { complain, dismiss, tell } from '../../state/notices.ts'
import { setSetting, settings } from '../../state/settings.ts'
import { said } from '../text/said.ts'
import { t } from '../text/t.ts'

export interface Held<T> {
  value: T | undefined
  /** Whether it was taken. */
  save: (next: T | null) => Promise<boolean>
  fault: string | undefined
}

let lastNotice: number | undefined

/** The setting of a key, saved as soon as it is changed. */
export function useSetting<T>(key: string): Held<T> {
  const [fault, setFault] = useState<string>()
  const save = async (next: T | null) => {
    try {
      await change(key, next)
      setFault(undefined)
      return true
    } catch (thrown) {
      if (!(thrown instanceof CallError)) throw thrown
      setFault([thrown.message, thrown.code === 'BAD_INPUT' ? undefined : thrown.hint].map(inWords).join(' ').trim())
      return false
    }
  }
  return { value: valueAt(settings.value, key) as T | undefined, save, fault }
}

const inWords = (text: string | undefined): string => (text === undefined ? '' : said(text))

// The notice of the change before gives way: its Undo would no longer lead to what one sees.
async function change(key: string, next: unknown): Promise<void> {
  const before = valueAt(settings.peek(), key)
  await setSetting(key, next)
  if (lastNotice !== undefined) dismiss(lastNotice)
  const takeBack = () => void setSetting(key, before ?? null).then(() => tellSaved(undefined), complain)
  tellSaved(takeBack)
}

function tellSaved(takeBack: (() => void) | undefined): void {
  lastNotice = tell({
    level: 'info',
    text: t(takeBack ? 'settings.saved' : 'common.undone'),
    action: takeBack && { label: t('common.undo'), run: takeBack },
  })
}

/** What stands under a key with dots. */
export function valueAt(tree: unknown, key: string): unknown {
  return key
    .split('.')
    .reduce<unknown>(
      (at, part) =>
        typeof at === 'object' && at !== null && Object.hasOwn(at, part)
          ? (at as Record<string, unknown>)[part]
          : undefined,
      tree,
    )
}
