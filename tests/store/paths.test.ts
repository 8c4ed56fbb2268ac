import { chmodSync, existsSync, mkdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeFolders, resolvePaths } from '../../sidecar/store/paths.ts'
import { finish, start, tempFolder } from './temp.ts'

const mode = (path: string): number => statSync(path).mode & 0o777

test('Linux follows XDG and falls back to the usual folders', () => {
  const usual = resolvePaths({}, 'linux', '/home/ann')
  expect(usual.configFile).toBe('/home/ann/.config/steward/config.jsonc')
  expect(usual.database).toBe('/home/ann/.local/share/steward/steward.db')
  expect(usual.anchor).toBe('/home/ann/.local/state/steward/audit-head.json')
  expect(usual.socket).toBe('/home/ann/.local/state/steward/steward.sock')
  const own = resolvePaths({ XDG_CONFIG_HOME: '/c', XDG_DATA_HOME: '/d', XDG_STATE_HOME: '/s' }, 'linux', '/home/ann')
  expect([own.config, own.data, own.state]).toEqual(['/c/steward', '/d/steward', '/s/steward'])
})

test('a relative XDG value is ignored, as its specification asks', () => {
  expect(resolvePaths({ XDG_DATA_HOME: 'data' }, 'linux', '/home/ann').data).toBe('/home/ann/.local/share/steward')
})

test('macOS and Windows get their own folders', () => {
  const mac = resolvePaths({}, 'darwin', '/Users/ann')
  expect(mac.database).toBe('/Users/ann/Library/Application Support/Steward/data/steward.db')
  const env = { APPDATA: 'C:\\Roaming', LOCALAPPDATA: 'C:\\Local' }
  const windows = resolvePaths(env, 'win32', 'C:\\Users\\ann')
  expect(windows.rules).toBe('C:\\Roaming\\Steward\\config\\rules')
  expect(windows.lock).toBe('C:\\Local\\Steward\\data\\lock.db')
  expect(windows.socket).toMatch(/^\\\\\.\\pipe\\steward-[0-9a-f]{16}$/)
})

test('[store.folders] STEWARD_HOME gathers everything on every platform', () => {
  const paths = resolvePaths({ STEWARD_HOME: '/x', XDG_DATA_HOME: '/d' }, 'linux', '/home/ann')
  expect([paths.config, paths.data, paths.state]).toEqual(['/x/config', '/x/data', '/x/state'])
  expect(resolvePaths({ STEWARD_HOME: '/x' }, 'darwin', '/Users/ann').tools).toBe('/x/config/tools')
})

test('a socket path that a system could not bind moves to a short private folder, one for each data folder', () => {
  const long = `/${'deep/'.repeat(30)}`
  const one = resolvePaths({ STEWARD_HOME: `${long}one`, XDG_RUNTIME_DIR: '/run/user/7' }, 'linux')
  const two = resolvePaths({ STEWARD_HOME: `${long}two`, XDG_RUNTIME_DIR: '/run/user/7' }, 'linux')
  expect(one.socket).toMatch(/^\/run\/user\/7\/steward-\d+-[0-9a-f]{16}\/steward\.sock$/)
  expect(one.socket).not.toBe(two.socket)
  const nowhere = resolvePaths({ STEWARD_HOME: long, XDG_RUNTIME_DIR: long }, 'linux')
  expect(Buffer.byteLength(nowhere.socket)).toBeLessThanOrEqual(100)
})

test('[store.private] folders are made for the owner alone, and those that others could read are shut', () => {
  const paths = resolvePaths({ STEWARD_HOME: tempFolder() })
  mkdirSync(paths.data, { recursive: true })
  chmodSync(paths.data, 0o755)
  makeFolders(paths)
  for (const path of [paths.config, paths.data, paths.state, paths.audit, paths.attachments, paths.tools, paths.rules])
    expect([path, mode(path)]).toEqual([path, 0o700])
})

test('a file in the place of a folder is named, with what to do', () => {
  const home = tempFolder()
  writeFileSync(join(home, 'data'), '')
  const paths = resolvePaths({ STEWARD_HOME: home })
  expect(() => makeFolders(paths)).toThrow(
    expect.objectContaining({
      code: 'STORE_READ_ONLY',
      message: expect.stringContaining(paths.data),
      hint: expect.any(String),
    }),
  )
})

test('a folder that may not be written is refused by name', async () => {
  const home = tempFolder()
  const paths = resolvePaths({ STEWARD_HOME: home })
  chmodSync(home, 0o755)
  mkdirSync(paths.config)
  chmodSync(paths.config, 0o555)
  // Nothing stops root, so somebody else tries.
  const uid = process.getuid?.() === 0 ? { uid: 65534 } : {}
  const code = `import { makeFolders } from 'store/paths.ts'
    try { makeFolders(input); console.log('made') } catch (error) { console.log(error.code, error.message) }`
  const { output } = await finish(start(code, paths, uid))
  expect(output).toContain('STORE_READ_ONLY')
  expect(output).toContain(paths.config)
  expect(existsSync(paths.data)).toBe(false)
})

test('a socket folder that somebody laid out beforehand is not used', () => {
  const runtime = tempFolder()
  const paths = resolvePaths({ STEWARD_HOME: join(tempFolder(), 'x'.repeat(120)), XDG_RUNTIME_DIR: runtime })
  expect(paths.socket.startsWith(runtime)).toBe(true)
  symlinkSync(tempFolder(), join(paths.socket, '..'))
  expect(() => makeFolders(paths)).toThrow(expect.objectContaining({ code: 'STORE_READ_ONLY' }))
})
