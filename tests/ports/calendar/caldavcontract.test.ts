// Calendars on a real Radicale keep what every provider promises.
import { describe } from 'vitest'
import { calendarContract, readOnlyContract } from '../../contract/calendars.ts'
import { needs } from '../../servers/apt.ts'
import { startFake } from '../../servers/fakedav.ts'
import { radicalePackages, startRadicale } from '../../servers/radicale.ts'
import { event, kept } from './caldavlife.ts'

describe.skipIf(!needs(radicalePackages))('with Radicale', () => {
  calendarContract('a CalDAV server', async () => {
    const server = await startRadicale()
    await server.make('work', '<d:displayname>Work</d:displayname>')
    const lives = [kept()]
    const provider = lives[0]?.caldav
    const account = await lives[0]?.connect(server.url)
    if (!provider) throw new Error('no provider')
    return {
      ...{ provider, calendar: `${account}/work` },
      async other() {
        const next = kept()
        lives.push(next)
        await next.connect(server.url)
        return next.caldav
      },
      async close() {
        for (const life of lives) await life.leave()
        await server.stop()
      },
    }
  })
})

readOnlyContract('a CalDAV server where the user may only read', async () => {
  const fake = await startFake({ privileges: '<d:privilege><d:read/></d:privilege>' })
  fake.put('/home/cal/there.ics', event('there', 'There'))
  const life = kept()
  const account = await life.connect(fake.url)
  return {
    ...{ provider: life.caldav, calendar: `${account}/cal`, uid: 'there' },
    async close() {
      await life.leave()
      await fake.close()
    },
  }
})
