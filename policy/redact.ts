// What must never be written down is masked before it is: secrets by their shape and by the name they stand under.

const shapes: readonly RegExp[] = [
  /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g,
  /\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*/g,
  /\b(?:sk|pk|rk)[-_](?:live|test|proj|ant|or)?[-_]?[\w-]{16,}/g,
  /\b(?:ghp|gho|ghu|ghs|ghr|github_pat|glpat|xox[abeoprs]|npm|dop_v1|hf|pypi)[-_][\w-]{16,}/g,
  /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g,
  /\bAIza[\w-]{30,}/g,
  /\bya29\.[\w-]{20,}/g,
]
const urlUser = /\b([a-z][a-z0-9+.-]*:\/\/)[^\s/@:]*:[^\s/@]*@/gi
const named =
  /((?:pass(?:word|wd|phrase)?|secret|token|api[-_]?key|access[-_]?key|auth(?:orization)?|credential|cookie|session[-_]?id|sig(?:nature)?)["']?\s*[=:]\s*["']?(?:bearer\s+|basic\s+)?)([^\s"'&,;]{3,})/gi

export const MASK = '[redacted]'

/** A text with every secret that shows by its shape or its name masked. */
export function redact(text: string): string {
  let out = text
  for (const shape of shapes) out = out.replace(shape, MASK)
  return out.replace(urlUser, `$1${MASK}@`).replace(named, `$1${MASK}`)
}
