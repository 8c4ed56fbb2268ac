// What must never be written down is masked before it is: secrets by their shape and by the name they stand under.

const shapes: readonly RegExp[] = [
  /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g,
  /eyJ[\w-]{8,4000}\.[\w-]{8,}\.[\w-]*/g,
  /(?<![A-Za-z0-9])(?:[spr]k_(?:live|test)_\w{10,}|sk-(?:proj|ant|or|svcacct|admin)-[\w-]{16,})/g,
  /(?<![A-Za-z0-9])sk-(?=[A-Za-z-]{0,99}\d)[A-Za-z0-9-]{20,}/g,
  /gh[pousr]_[A-Za-z0-9]{16,}|github_pat_\w{20,}|glpat-[\w-]{20,}|xox[abeoprs]-[\w-]{10,}/g,
  /(?<![A-Za-z0-9])(?:npm_[A-Za-z0-9]{30,}|pypi-AgE[\w-]{16,}|hf_[A-Za-z0-9]{30,}|dop_v1_[a-f0-9]{32,})/g,
  /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g,
  /\bAIza[\w-]{30,}/g,
  /\bya29\.[\w-]{20,}/g,
  /(?<=\bbearer\s{1,4})[\w.~+/-]{16,}=*/gi,
]
// The first sign of any of them, so that ordinary text is looked through once only.
const sign =
  /[=:]|-----BEGIN|eyJ|[spr]k[-_]|gh[pousr]_|github_pat|glpat|xox|npm_|pypi-|hf_|dop_|AKIA|ASIA|AIza|ya29|bearer/i
// A name and a password, or a token where the name would be.
const urlUser = /\b([a-z][a-z0-9+.-]{0,30}:\/\/)(?:[^\s/?#@:]*:[^\s/?#]*|[^\s/?#@:]{16,})@/gi

const keys = '(?:api|access|private|secret|account|shared|signing|encryption)[-_]?key'
const names = `passwor[dt]|passwd|pwd|kennwort|passphrase|密码|口令|${keys}|secret|token|credentials?`
const shortNames = 'pass|auth(?:orization)?|cookie|session[-_]?id|sig(?:nature)?'
// Quoted by an escaped quote (JSON in a string), quoted, or bare.
const value = String.raw`\\{1,8}(["']).*?\\{1,8}\2|(["'])(?:\\.|(?!\3)[^\\])+\3|["']?[^\s"'&,;]{3,}`
const cookies = /(\bcookie["']?\s*:\s*)[^\s=;]+=[^\r\n]*/gi
const named = new RegExp(
  String.raw`((?:${names}|(?<![a-z])(?:${shortNames}))[\\"']{0,9}\s*[=:]\s*(?:(?:bearer|basic)\s+)?)(?:${value})`,
  'gis',
)

export const MASK = '[redacted]'

/** A text with every secret that shows by its shape or its name masked. */
export function redact(text: string): string {
  if (!sign.test(text)) return text
  let out = text
  for (const shape of shapes) out = out.replace(shape, MASK)
  return out.replace(urlUser, `$1${MASK}@`).replace(cookies, `$1${MASK}`).replace(named, `$1${MASK}`)
}
