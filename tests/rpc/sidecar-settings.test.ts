// The real process: what a change of the settings leaves behind, and what the doctor counts.
import { describe, expect, it } from 'vitest'
import { startSidecar, tempFolder } from './process.ts'

describe('settings', () => {
  it('leave a record of which one was changed, and never to what', async () => {
    const { client } = await startSidecar({ home: tempFolder() })
    await client.call('settings/set', { key: 'root', value: '/somewhere-private' })
    await expect(client.call('settings/set', { key: 'concurrency', value: 1000 })).rejects.toThrow(
      'concurrency must be a whole number from 1 to 64.',
    )
    const { records } = await client.call('audit/query', { type: 'settings.changed' })
    expect(records).toMatchObject([{ key: 'root' }])
    expect(JSON.stringify(records)).not.toContain('somewhere-private')
    expect(await client.call('audit/verify', {})).toMatchObject({ ok: true })
  })
})

describe('the doctor', () => {
  it('counts what waits', async () => {
    const { client } = await startSidecar({ home: tempFolder() })
    const waiting = async () => {
      const { findings } = await client.call('doctor/run', {})
      const found = findings.find(({ id }) => id === 'waiting')
      return [found?.text, found?.how]
    }
    expect(await waiting()).toEqual(['Nothing waits for you.', undefined])
    const ask = () => client.call('tool/call', { tool: 'set_env', input: { name: 'A', value: 'b' } })
    await ask()
    expect(await waiting()).toEqual(['1 approval waits.', 'Look with: steward approvals'])
    await client.call('tool/call', { tool: 'ask_user', input: { question: 'Which?' } })
    await ask()
    expect(await waiting()).toEqual([
      '2 approvals and 1 parked call wait.',
      'Look with: steward approvals, steward waiting',
    ])
  })
})
