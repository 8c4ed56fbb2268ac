import { describe, expect, test } from 'vitest'
import { badPath, below, foldPath, isInside } from '../../sidecar/text/paths.ts'

describe('[enforce.inside] inside a folder', () => {
  test.each([
    ['/work', '/work', true],
    ['/work', '/work/a', true],
    ['/work', '/work/..a', true],
    ['/work', '/work-evil', false],
    ['/work', '/work-evil/a', false],
    ['/work', '/workshop', false],
    ['/work', '/', false],
    ['/', '/anything', true],
    ['/work', '/Work/a', false],
    ['/work/a', '/work', false],
    ['/work', '/work\\a', false],
  ])('on Linux, %s holds %s: %s', (folder, path, expected) => {
    expect(isInside(folder, path, 'linux')).toBe(expected)
  })

  test.each([
    ['C:\\Users\\ann', 'c:\\users\\ANN\\x', true],
    ['C:\\Users\\ann', 'C:\\Users\\anna', false],
    ['C:\\', 'C:\\x', true],
    ['C:\\', 'D:\\x', false],
  ])('on Windows, %s holds %s: %s', (folder, path, expected) => {
    expect(isInside(folder, path, 'win32')).toBe(expected)
  })

  test('on macOS, case and composition do not matter', () => {
    expect(isInside('/Users/Ann/Caf\u00e9', '/users/ann/Cafe\u0301/x', 'darwin')).toBe(true)
  })

  test('folding stops at ASCII, so that it never takes two files for one', () => {
    expect(foldPath('/\u212Aey', 'win32')).not.toBe(foldPath('/key', 'win32'))
  })
})

test('a path is told from its folder with forward slashes', () => {
  expect(below('/work', '/work/a/b')).toBe('a/b')
  expect(below('/', '/a/b')).toBe('a/b')
  expect(below('/work', '/work')).toBe('.')
  expect(below('/work', '/work/a\\b')).toBe('a\\b')
  expect(below('C:\\work', 'C:\\work\\a\\b')).toBe('a/b')
})

describe('paths that can not be used', () => {
  test.each(['', 'a\0b', '\0', `/${'a/'.repeat(3000)}`, '/a\ud800b', `/${'ü'.repeat(2100)}`])(
    'anywhere: case %#',
    (path) => {
      expect(badPath(path, 'linux')).toBeTypeOf('string')
    },
  )

  test.each([
    ...[
      '\\\\server\\share\\x',
      '//server/share',
      '\\\\?\\C:\\x',
      '\\\\.\\PhysicalDrive0',
      'C:\\x\\NUL',
      'con',
      'a\\com1.txt',
      'LPT9',
    ],
    ...[
      'C:\\x.txt::$DATA',
      'C:\\x.txt:secret',
      'C:relative',
      'C:\\x.',
      'C:\\folder \\x',
      'C:\\a|b',
      'C:\\a?b',
      'aux.c',
      'COM¹',
    ],
  ])('on Windows: %s', (path) => {
    expect(badPath(path, 'win32')).toBeTypeOf('string')
    expect(badPath(path, 'linux')).toBeUndefined()
  })

  test.each(['C:\\Users\\ann\\x.txt', 'x.txt', '..\\x', '.\\x', 'C:\\', 'C:/a/b', 'console.log', 'C:\\nul1', '~\\x'])(
    '%s is fine on Windows',
    (path) => {
      expect(badPath(path, 'win32')).toBeUndefined()
    },
  )
})
