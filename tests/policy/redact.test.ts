import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MASK, redact } from '../../policy/redact.ts'
import { runs } from './runs.ts'

// Put together here, so that no scanner takes this file for a leak.
const jwt = ['eyJhbGciOiJIUzI1NiJ9', 'eyJzdWIiOiIxMjM0In0', 'dozjgNryP4J3jVmNHl0w5N'].join('.')
const random = 'aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0eF3hI6'
const pem = `-----BEGIN ${'RSA '}PRIVATE KEY-----\nMIIEow\nIBAAKC\n-----END RSA PRIVATE KEY-----`

describe('[audit.redacted] a secret', () => {
  test.each([
    ['a JSON web token', jwt],
    ['a Stripe key', `sk_live_${random.slice(0, 24)}`],
    ['an OpenAI key', `sk-${random}`],
    ['an OpenAI project key', `sk-proj-${random}-x_${random}`],
    ['an Anthropic key', `sk-ant-api03-${random}`],
    ['a GitHub token', `ghp_${random}`],
    ['a GitHub fine-grained token', `github_pat_11ABC_${random}`],
    ['a GitLab token', `glpat-${random.slice(0, 20)}`],
    ['a Slack token', `xoxb-1234567890-${random.slice(0, 20)}`],
    ['an npm token', `npm_${random}`],
    ['a PyPI token', `pypi-AgEIcHlwaS5vcmc${random}`],
    ['a Hugging Face token', `hf_${random}`],
    ['a DigitalOcean token', `dop_v1_${'0123456789abcdef'.repeat(4)}`],
    ['an AWS key id', `AKIA${random.slice(0, 16).toUpperCase()}`],
    ['a Google key', `AIza${random.slice(0, 35)}`],
    ['a Google access token', `ya29.${random}`],
    ['a private key', pem],
    ['a private key that is cut off', pem.slice(0, 50)],
  ])('is masked by its shape: %s', (_what, secret) => {
    expect(redact(`before ${secret} after`)).toMatch(/^before \[redacted\]( after)?$/)
    expect(redact(`/home/ana/${secret}`)).toBe(`/home/ana/${MASK}`)
  })

  test.each([
    ['password=hunter2', 'password=[redacted]'],
    ['sig=abc', 'sig=[redacted]'],
    ['pwd=hunter2', 'pwd=[redacted]'],
    ['secretKey=abc123', 'secretKey=[redacted]'],
    ['AccountKey=abc123==', 'AccountKey=[redacted]'],
    ['Passwort: hunter2', 'Passwort: [redacted]'],
    ['密码：无', '密码：无'],
    ['密码: hunter2', '密码: [redacted]'],
    ['it says bearer aB3dE6gH9jK2mN5pQ8', 'it says bearer [redacted]'],
    ['a bearer of news', 'a bearer of news'],
    ['https://aB3dE6gH9jK2mN5pQ8@host/x', 'https://[redacted]@host/x'],
    ['https://ana@host/x', 'https://ana@host/x'],
    ['DB_PASS=hunter2 next', 'DB_PASS=[redacted] next'],
    ['PGPASSWORD: hunter2', 'PGPASSWORD: [redacted]'],
    ['passwd = hunter2;x=1', 'passwd = [redacted];x=1'],
    ['{"password":"two words","user":"ana"}', '{"password":[redacted],"user":"ana"}'],
    ['{"password":"a\\"b","user":"ana"}', '{"password":[redacted],"user":"ana"}'],
    ['"{\\"token\\":\\"a b\\",\\"user\\":\\"ana\\"}"', '"{\\"token\\":[redacted],\\"user\\":\\"ana\\"}"'],
    ["--api-key='x'", '--api-key=[redacted]'],
    ['secret="not closed', 'secret=[redacted] closed'],
    ['apiKey: abcdef', 'apiKey: [redacted]'],
    ['access_key=abcdef', 'access_key=[redacted]'],
    ['https://x.org/?token=abcdef&page=2', 'https://x.org/?token=[redacted]&page=2'],
    ['https://x.org/?X-Amz-Signature=abcdef', 'https://x.org/?X-Amz-Signature=[redacted]'],
    ['Authorization: Bearer abc.def', 'Authorization: Bearer [redacted]'],
    ['authorization: basic YW5hOng=', 'authorization: basic [redacted]'],
    ['Cookie: a=1; b=2\nHost: x', 'Cookie: [redacted]\nHost: x'],
    ['Set-Cookie: id=42; Path=/', 'Set-Cookie: [redacted]'],
    ['postgres://ana:hunter2@db:5432/x', 'postgres://[redacted]@db:5432/x'],
    ['https://ana:p@ss:word@host/path', 'https://[redacted]@host/path'],
    ['two: password=one token=two', 'two: password=[redacted] token=[redacted]'],
  ])('is masked by its name: %s', (text, masked) => {
    expect(redact(text)).toBe(masked)
  })

  test('is masked wherever it stands', () => {
    const part = fc.constantFrom(
      'password',
      'token',
      '=',
      ':',
      ' ',
      '"',
      "'",
      '\\',
      'x1',
      jwt,
      `ghp_${random}`,
      '://',
      '@',
      '\n',
      ';',
      pem,
    )
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
        const masked = redact(parts.join(''))
        for (const secret of [jwt, `ghp_${random}`, 'MIIEow']) expect(masked).not.toContain(secret)
      }),
      runs(1000, 50_000),
    )
  })

  test.each([
    ['eyJaaaaaaaa-'.repeat(10_000)],
    ['a.'.repeat(50_000)],
    ['password='.repeat(10_000)],
    [`password=\\"${'\\'.repeat(5_000)}`],
    ['token="'.repeat(9_999)],
    ['-----BEGIN '.repeat(10_000)],
    [`password${' '.repeat(50_000)}x`],
  ])('is looked for without getting stuck, case %#', (text) => {
    expect(redact(text).length).toBeGreaterThan(0)
  })
})

describe('innocent text', () => {
  test.each([
    '',
    'Buy milk, and call Ana at 10:30.',
    '/home/ana/npm-package-template-repo/readme.md',
    '/srv/sk-learn-contrib-lightning-examples',
    'pk_orders_customer_identifier_idx',
    'pypi-publish-workflow-of-2024.yml',
    'https://example.org:8443/a@b?x=1',
    'https://example.org/?page=2&sort=name',
    'ana@example.org',
    'compass: north',
    'author: Jane Roe',
    'design: three columns',
    'max_tokens: 500',
    'passing: 300 tests',
    'assignment=homework',
    'the secretary: Mr Ito',
    'eyJust kidding.',
    'C:\\Users\\ana\\notes.txt',
    'SELECT 1; -- a comment',
    '3f2504e0-4f89-11d3-9a0c-0305e82c3301',
    'a'.repeat(64),
    '\u{1F600} \u0000 \ud800',
  ])('stays as it is: %j', (text) => {
    expect(redact(text)).toBe(text)
  })
})
