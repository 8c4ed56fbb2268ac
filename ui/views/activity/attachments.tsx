// Files that a call brought: pictures and texts are shown, all of them can be saved.
import { useEffect, useState } from 'preact/hooks'
import { pictureKind, readAttachment, readText, saveAttachment } from '../../state/attachments.ts'
import type { CallView } from '../../state/calls.ts'
import { attempt } from '../../state/notices.ts'
import { Button } from '../parts/basic.tsx'
import { Icon } from '../parts/icon.tsx'
import { Long, visible } from '../parts/value.tsx'
import { t } from '../text/t.ts'
import { bytes } from '../text/time.ts'
import { Part } from './part.tsx'

type Attachment = CallView['attachments'][number]

// Only what is a picture and nothing else: an SVG is a document.
const pictures: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif'])
const texts = /^(text\/|application\/(json|xml|yaml|toml|javascript|ld\+json|x-ndjson)|image\/svg)/
const UNNAMED = 'application/octet-stream'
const AT_ONCE_BYTES = 4_000_000
const MOST_TEXT_BYTES = 500_000

export function Attachments({ of }: { of: readonly Attachment[] }) {
  if (of.length === 0) return null
  return (
    <Part title={t('activity.attachments')}>
      <ul class="rows">
        {of.map((one) => (
          <One key={one.id} one={one} />
        ))}
      </ul>
    </Part>
  )
}

// What came with no kind is looked at.
function One({ one }: { one: Attachment }) {
  const [mime, setMime] = useState(one.mime)
  useEffect(() => {
    if (one.mime === UNNAMED)
      void pictureKind(one.id).then(
        (kind) => setMime(kind ?? UNNAMED),
        () => {},
      )
  }, [one.id])
  return <Shown key={mime} one={{ ...one, mime }} />
}

function Shown({ one }: { one: Attachment }) {
  const isPicture = pictures.has(one.mime)
  const isText = texts.test(one.mime)
  const [isOpen, setOpen] = useState(isPicture && one.bytes <= AT_ONCE_BYTES)
  return (
    <li class="attachment">
      <div class="row">
        <Icon name="file" />
        <span class="grow break">
          {visible(one.name)}
          <br />
          <span class="quiet small">
            {visible(one.mime)} · {bytes(one.bytes)}
          </span>
        </span>
        {(isPicture || isText) && (
          <Button
            tiny
            label={`${t(isOpen ? 'activity.hide' : 'activity.show')} ${visible(one.name)}`}
            onPress={() => setOpen(!isOpen)}
          >
            {t(isOpen ? 'activity.hide' : 'activity.show')}
          </Button>
        )}
        <Button tiny label={`${t('activity.save')} ${visible(one.name)}`} onPress={() => saveAttachment(one)}>
          {t('activity.save')}
        </Button>
      </div>
      {isOpen && isPicture && <Picture one={one} />}
      {isOpen && isText && <Text one={one} />}
    </li>
  )
}

function Picture({ one: { id, mime, name } }: { one: Attachment }) {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    let made: string | undefined
    let isOver = false
    void attempt(async () => {
      const pieces = await readAttachment(id)
      if (isOver) return
      made = URL.createObjectURL(new Blob(pieces, { type: mime }))
      setUrl(made)
    })
    return () => {
      isOver = true
      if (made !== undefined) URL.revokeObjectURL(made)
    }
  }, [id])
  return url === undefined ? (
    <span class="spin" role="status" aria-label={t('frame.loading')} />
  ) : (
    <img src={url} alt={visible(name)} />
  )
}

function Text({ one: { id, bytes: size } }: { one: Attachment }) {
  const [text, setText] = useState<string>()
  useEffect(() => {
    let isOver = false
    void attempt(async () => {
      const found = await readText(id, MOST_TEXT_BYTES)
      if (!isOver) setText(found)
    })
    return () => {
      isOver = true
    }
  }, [id])
  if (text === undefined) return <span class="spin" role="status" aria-label={t('frame.loading')} />
  return (
    <>
      <Long text={text} />
      {size > MOST_TEXT_BYTES && <p class="quiet small">{t('activity.textCut', { n: bytes(MOST_TEXT_BYTES) })}</p>}
    </>
  )
}
