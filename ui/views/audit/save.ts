// The records of one call with their proof, as a file.
import { exportProof } from '../../state/audit.ts'
import { tell } from '../../state/notices.ts'
import { t, tn } from '../text/t.ts'

/** Hands the proof of a call to the browser as a file to save. */
export async function saveProof(callId: string): Promise<void> {
  const { proof, left } = await exportProof(callId)
  const file = `steward-proof-${callId.replace(/[^\w-]/g, '_')}.json`
  const url = URL.createObjectURL(new Blob([`${JSON.stringify(proof, null, 2)}\n`], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = url
  link.download = file
  link.click()
  // The browser has taken it by then; at once would be too early for some.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
  tell({
    level: 'info',
    text: t('audit.exported', { file }),
    hint: left > 0 ? tn('audit.exportLeft', left) : undefined,
  })
}
