import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  decodeStrict,
  decodeText,
  encodingOf,
  firstCharacter,
  lineRange,
  looksBinary,
  wholeCharacters,
} from '../../sidecar/text/decode.ts'

const utf16be = (text: string): Uint8Array => Buffer.from(text, 'utf16le').swap16()

describe('encodings', () => {
  test('a mark tells the encoding, and is not part of the text', () => {
    const utf8 = Buffer.from('\ufeffGrüße')
    const le = Buffer.from('\ufeffGrüße', 'utf16le')
    const be = utf16be('\ufeffGrüße')
    for (const bytes of [utf8, le, be]) expect(decodeText(bytes, encodingOf(bytes).encoding)).toBe('Grüße')
    expect([utf8, le, be].map((bytes) => encodingOf(bytes).encoding)).toEqual(['utf-8', 'utf-16le', 'utf-16be'])
  })

  test('NUL means binary, but not in UTF-16', () => {
    expect(looksBinary(Buffer.from('a\0b'), 'utf-8')).toBe(true)
    expect(looksBinary(Buffer.from('ab', 'utf16le'), 'utf-16le')).toBe(false)
  })

  test('bytes that are not UTF-8 are told apart', () => {
    expect(decodeStrict(new Uint8Array([0xff, 0x00]))).toBeUndefined()
    expect(decodeStrict(Buffer.from('ü'))).toBe('ü')
  })

  test.each([
    ['utf-8', (text: string) => Buffer.from(text)],
    ['utf-16le', (text: string) => Buffer.from(text, 'utf16le')],
    ['utf-16be', utf16be],
  ] as const)('%s read in parts of any size gives the whole text', (encoding, encode) => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', minLength: 1 }).filter((text) => !text.includes('\ufeff')),
        fc.integer({ min: 4, max: 9 }),
        (text, size) => {
          const bytes = encode(text)
          let got = ''
          for (let at = 0; at < bytes.length; ) {
            const part = bytes.subarray(at, at + size)
            const length = at + size < bytes.length ? wholeCharacters(part, encoding) : part.length
            expect(firstCharacter(part, encoding, at)).toBe(0)
            got += decodeText(part.subarray(0, length), encoding)
            at += length
          }
          expect(got).toBe(text)
        },
      ),
      { seed: 3, numRuns: 500 },
    )
  })

  test('a range that begins inside a character begins with the next one', () => {
    expect(firstCharacter(Buffer.from('€a').subarray(1), 'utf-8', 1)).toBe(2)
    expect(firstCharacter(Buffer.from('ab', 'utf16le').subarray(1), 'utf-16le', 1)).toBe(1)
  })
})

describe('lines', () => {
  test('a range of lines keeps its line ends', () => {
    expect(lineRange('a\r\nb\nc', 2, 1)).toEqual({ text: 'b\n', to: 2, of: 3 })
    expect(lineRange('a\nb\n', 2, 10)).toEqual({ text: 'b\n', to: 2, of: 2 })
    expect(lineRange('', 1, 10)).toEqual({ text: '', to: 0, of: 0 })
  })
})
