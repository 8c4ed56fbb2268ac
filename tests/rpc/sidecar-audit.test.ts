// The real process and its sealed log: checked, exported, killed, and tampered with.
import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { resolvePaths } from '../../sidecar/store/paths.ts'
import { startSidecar, tempFolder } from './process.ts'

const pathsOf = (home: string) => {
  const paths = resolvePaths({ STEWARD_HOME: home })
  return { ...paths, key: path.join(paths.state, 'audit-key.json'), log: path.join(paths.audit, 'audit-000001.jsonl') }
}

/** One start with one call, ended in good order. */
async function live(home: string, callId: string) {
  const sidecar = await startSidecar({ home })
  await sidecar.client.call('tool/call', { tool: 'current_time', callId })
  const verified = await sidecar.client.call('audit/verify', {})
  await sidecar.end()
  return verified
}

async function verify(home: string, from?: { seq: number; hash: string }) {
  const sidecar = await startSidecar({ home })
  const verified = await sidecar.client.call('audit/verify', from ? { from } : {})
  await sidecar.end()
  return verified
}

describe('[audit.sealed] a sidecar', () => {
  it('begins its log with a key, seals it at its end, and can be checked from there on', async () => {
    const home = tempFolder()
    await live(home, 'one')
    const first = await verify(home)
    const lines = fs.readFileSync(pathsOf(home).log, 'utf8').trimEnd().split('\n')
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ seq: 1, type: 'genesis', key: first.sealed?.key })
    expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ type: 'checkpoint', seq: first.sealed?.seq })
    await live(home, 'two')
    const seal = { seq: first.sealed?.seq ?? 0, hash: first.sealed?.hash ?? '' }
    expect(await verify(home, seal)).toMatchObject({ ok: true, sealed: { restarts: 0 } })
    expect(fs.statSync(pathsOf(home).key).mode & 0o777).toBe(0o600)
  })

  it('writes nothing of it before its first answer', async () => {
    const home = tempFolder()
    const sidecar = await startSidecar({ home })
    expect(fs.existsSync(pathsOf(home).key)).toBe(false)
    await sidecar.end()
    expect(fs.existsSync(pathsOf(home).key)).toBe(false)
  })
})

describe('[audit.seal-crash] a sidecar that is killed again and again', () => {
  it('leaves a log that verifies, and goes on sealing it', async () => {
    const home = tempFolder()
    for (let n = 0; n < 4; n++) {
      const { client, kill } = await startSidecar({ home })
      await client.call('tool/call', { tool: 'current_time', callId: `c${n}` })
      if (n % 2) await client.call('audit/export', { callId: `c${n}` })
      await kill()
    }
    await live(home, 'last')
    const { ok, records, sealed, firstBad } = await verify(home)
    expect([ok, firstBad, sealed?.seq]).toEqual([true, undefined, records])
  })
})

describe('[audit.proof] the receipt of a call', () => {
  it('is checked by another Steward that has never seen the log', async () => {
    const { client } = await startSidecar({ home: tempFolder() })
    await client.call('tool/call', { tool: 'current_time', callId: 'mine' })
    const { proof, left } = await client.call('audit/export', { callId: 'mine' })
    await expect(client.call('audit/export', { callId: 'nobody' })).rejects.toThrow('has no call nobody')
    const other = await startSidecar({ home: tempFolder() })
    expect(await other.client.call('audit/check', { proof })).toMatchObject({ ok: true, call: 'mine' })
    const changed = JSON.parse(JSON.stringify(proof).replaceAll('current_time', 'delete_file'))
    expect(await other.client.call('audit/check', { proof: changed })).toMatchObject({ ok: false })
    expect(left).toBe(0)
  })
})

describe('[audit.roll-back] a sidecar whose files were put back', () => {
  it.each(['log', 'key', 'anchor', 'database'] as const)('says so for ever: %s', async (part) => {
    const home = tempFolder()
    const file = pathsOf(home)[part]
    await live(home, 'one')
    const old = fs.readFileSync(file)
    await live(home, 'two')
    for (const more of ['-wal', '-shm']) fs.rmSync(`${file}${more}`, { force: true })
    fs.writeFileSync(file, old)
    expect(await verify(home)).toMatchObject({ ok: false })
    await live(home, 'three')
    expect(await verify(home)).toMatchObject({ ok: false })
  })
})
