// Words for what the sidecar calls by a name.
import { isKey, t } from './t.ts'

/** What a kind of effect does: "sends mail". */
export function effectWords(kind: string): string {
  const key = `effect.${kind}`
  return isKey(key) ? t(key) : kind
}
