// The composition of calendars, tasks and reminders. Nothing of it is loaded before it is needed.
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Days, SettingsHandle } from './api/types.ts'
import type { Kernel } from './kernel/kernel.ts'
import { agendaPorts } from './ports/calendar/ports.ts'
import type { Agenda } from './ports/calendar/types.ts'
import type { Port } from './ports/types.ts'
import type { ParamsOf } from './protocol/methods.ts'
import type { Paths } from './store/paths.ts'
import type { Secrets } from './store/secrets.ts'
import type { Reminders } from './tasks/types.ts'
import type { Preferences } from './text/agenda/types.ts'
import { StewardError } from './text/errors.ts'

export interface DaysParts {
  paths: Paths
  settings: SettingsHandle
  kernel: () => Kernel
  now: () => number
  zone: () => string
  env: NodeJS.ProcessEnv
  /** Where the passwords of accounts are. */
  secrets: Secrets
  log: (line: string) => void
}

export interface ComposedDays extends Days {
  ports: Port[]
  /** Reminders are told from now on. */
  start(): Promise<void>
  close(): Promise<void>
}

const usual = { from: '09:00', to: '17:00', days: [1, 2, 3, 4, 5] }
const LONGEST_FILE = 32 * 1024 * 1024

/** Calendars, tasks and reminders on a data folder. */
export function composeDays(parts: DaysParts): ComposedDays {
  const { paths, settings, kernel, now, zone, env, secrets, log } = parts
  let opened: Promise<Agenda> | undefined
  let reminding: Promise<Reminders> | undefined

  const open = async (): Promise<Agenda> => {
    const { openAgenda } = await import('./ports/calendar/agenda.ts')
    const agenda = await openAgenda({
      folder: paths.calendars,
      cache: join(paths.state, 'calendars'),
      settings: {
        zone,
        me: () => settings.current.me.addresses,
        calendars: () => settings.current.calendars,
        accounts: () => settings.current.accounts,
        save: (key, value) => settings.set(key, value),
      },
      ...{ secrets, log, now, isStopped: () => kernel().latch.stopped },
    })
    agenda.onChange((what) => kernel().events.emit('state/changed', { what }))
    return agenda
  }
  // One that could not be opened is tried again.
  const agenda = (): Promise<Agenda> => {
    opened ??= open().catch((thrown) => {
      opened = undefined
      throw thrown
    })
    return opened
  }
  const remind = async (): Promise<Reminders> => {
    const { openReminders } = await import('./tasks/reminders.ts')
    return openReminders({ kernel: kernel(), agenda: await agenda(), now, alarms: () => settings.current.alarms, log })
  }
  const reminders = (): Promise<Reminders> => {
    reminding ??= remind().catch((thrown) => {
      reminding = undefined
      throw thrown
    })
    return reminding
  }

  const preferences = (): Preferences => {
    const { current } = settings
    const { language } = current.ui
    const isChinese = language === 'zh' || (language === 'system' && /^zh/i.test(env.LC_ALL || env.LANG || ''))
    return {
      zone: zone(),
      workingHours: current.workingHours ?? usual,
      weekStart: current.weekStart ?? 1,
      ...(current.dateOrder === undefined ? {} : { order: current.dateOrder }),
      language: isChinese ? 'zh' : 'en',
      me: current.me.addresses.map((address) => address.toLowerCase()),
    }
  }

  // A window may be in another language than the system that the sidecar runs on.
  const speaking = (language: Preferences['language'] | undefined): Preferences => ({
    ...preferences(),
    ...(language === undefined ? {} : { language }),
  })

  // Whoever has not begun to tell anything need not be woken.
  const wake = () => void reminding?.then((told) => told.wake())

  return {
    ...{ agenda, reminders, preferences, ports: agendaPorts({ agenda, preferences, wake }) },
    async slots({ calendars, zones = [], workingHours, buffer, overTentative, language, ...query }) {
      const { fullSlots, slotsText } = await import('./text/agenda/slottext.ts')
      const found = await (await agenda()).free(calendars ?? '*', {
        ...query,
        workingHours: workingHours ?? preferences().workingHours,
        others: zones.map((other) => ({ zone: other })),
        ...(buffer === undefined ? {} : { buffer }),
        ...(overTentative === undefined ? {} : { overTentative }),
      })
      const slots = fullSlots(found.slots, query.minutes)
      return { ...found, slots, text: slotsText(slots, speaking(language), zones) }
    },
    async understand({ text, as, calendar, language }) {
      const { understandLine } = await import('./text/agenda/quick.ts')
      const options = { as, now: now(), preferences: speaking(language) }
      return understandLine(text, calendar === undefined ? options : { ...options, calendar })
    },
    async import({ calendar, file, text, dryRun }) {
      const { importCalendar } = await import('./tasks/import.ts')
      const wish = { calendar, dryRun, text: text ?? (await readCalendarFile(file)) }
      return importCalendar(wish, { kernel: kernel(), agenda: await agenda() })
    },
    start: async () => (await reminders()).start(),
    async close() {
      const told = await reminding?.catch(() => undefined)
      told?.stop()
      const all = await opened?.catch(() => undefined)
      await all?.close()
    },
  }
}

async function readCalendarFile(file: ParamsOf<'calendar/import'>['file']): Promise<string> {
  if (file === undefined)
    throw new StewardError('BAD_INPUT', 'There is nothing to import.', 'Name a file, or give its text.')
  const refuse = (thrown: unknown): never => {
    const { message } = thrown as Error
    throw new StewardError('NOT_FOUND', `${file} can not be read: ${message}`, 'Name an .ics file.')
  }
  const { size } = await stat(file).catch(refuse)
  if (size > LONGEST_FILE)
    throw new StewardError(
      'TOO_LARGE',
      `${file} has ${size} bytes; at most ${LONGEST_FILE} are read.`,
      'Split the file.',
    )
  const { calendarText } = await import('./text/ical/bytes.ts')
  return calendarText(await readFile(file).catch(refuse))
}
