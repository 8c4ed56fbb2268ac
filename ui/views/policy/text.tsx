// A plain text editor with the numbers of its lines. Tab leaves it, as everywhere else.
import { useEffect, useRef } from 'preact/hooks'

/** As in policy.css. */
const LINE_HEIGHT = 20

export function TextEditor({
  value,
  label,
  readOnly,
  fault,
  describedBy,
  onInput,
}: {
  value: string
  label: string
  readOnly?: boolean
  /** The line that was found wrong; `at` says that it should be shown. */
  fault?: { line: number; at: number } | undefined
  describedBy?: string
  onInput: (text: string) => void
}) {
  const area = useRef<HTMLTextAreaElement>(null)
  const gutter = useRef<HTMLPreElement>(null)
  const count = value.split('\n').length
  useEffect(() => {
    if (fault && fault.at > 0 && area.current) showLine(area.current, fault.line)
  }, [fault?.at])
  return (
    <div class="editor">
      <pre class="gutter" aria-hidden="true" ref={gutter}>
        {Array.from({ length: count }, (_, index) => (
          <span key={index} class={fault?.line === index + 1 ? 'bad' : ''}>
            {index + 1}
          </span>
        ))}
      </pre>
      <textarea
        ref={area}
        wrap="off"
        spellcheck={false}
        autocomplete="off"
        aria-label={label}
        aria-invalid={fault !== undefined}
        aria-describedby={describedBy}
        readOnly={readOnly}
        value={value}
        onInput={(event) => onInput(event.currentTarget.value)}
        onScroll={(event) => {
          if (gutter.current) gutter.current.scrollTop = event.currentTarget.scrollTop
        }}
      />
    </div>
  )
}

function showLine(area: HTMLTextAreaElement, line: number): void {
  const lines = area.value.split('\n')
  const start = lines.slice(0, line - 1).reduce((sum, text) => sum + text.length + 1, 0)
  area.focus()
  area.setSelectionRange(start, start + (lines[line - 1]?.length ?? 0))
  area.scrollTop = Math.max(0, (line - 4) * LINE_HEIGHT)
}
