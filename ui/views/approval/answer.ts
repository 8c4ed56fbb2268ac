// Answering, and what is told of it.
import { hush, isFollowed } from '../../state/act.ts'
import { type Answer, type Approval, decide } from '../../state/approvals.ts'
import { type CallView, ended } from '../../state/calls.ts'
import { undo } from '../../state/control.ts'
import { attempt, dismiss, tell } from '../../state/notices.ts'
import { said } from '../text/said.ts'
import { t } from '../text/t.ts'
import { focusNext, placeOf } from './keys.ts'

/** Most calls are over by then, and are told once: as what came of them. */
const SOON_MS = 400

const underWay = new Set<string>()
const titleOf = ({ preview }: Approval) => ({ title: said(preview.title) })

/** Answers a question and tells what came of it. */
export async function answer(one: Approval, given: Answer): Promise<void> {
  if (underWay.has(one.id)) return
  underWay.add(one.id)
  try {
    const at = placeOf(one.id)
    const isTold = isFollowed(one.callId)
    if (isTold && given.decision === 'deny') hush(one.callId)
    const { approval, call } = await decide(one, given)
    focusNext(at)
    // What was begun in this window is told there, once.
    if (approval.state === 'allowed') {
      if (!isTold) void attempt(() => follow(one, call.callId))
    } else if (approval.state === 'denied') tell({ level: 'info', text: t('approvals.denied', titleOf(one)) })
    else tell({ level: 'info', text: t('approvals.replaced') })
  } finally {
    underWay.delete(one.id)
  }
}

async function follow(one: Approval, callId: string): Promise<void> {
  let first: number | undefined
  const timer = setTimeout(() => {
    first = tell({ level: 'info', text: t('approvals.allowed', titleOf(one)) })
  }, SOON_MS)
  try {
    const view = await ended(callId)
    if (first !== undefined) dismiss(first)
    tellOf(one, view)
  } finally {
    clearTimeout(timer)
  }
}

function tellOf(one: Approval, { callId, ok, error, undoable, undoneBy }: CallView): void {
  if (ok === false) return void tell({ level: 'error', text: error?.message ?? '', hint: error?.hint })
  const action = { label: t('common.undo'), run: () => void attempt(() => takeBack(one, callId)) }
  const canUndo = undoable === true && undoneBy === undefined
  tell({ level: 'info', text: t('approvals.allowed', titleOf(one)), action: canUndo ? action : undefined })
}

async function takeBack(one: Approval, callId: string): Promise<void> {
  const { ok, error } = await ended((await undo(callId)).callId)
  if (ok === false) tell({ level: 'error', text: error?.message ?? '', hint: error?.hint })
  else if (ok) tell({ level: 'info', text: t('approvals.takenBack', titleOf(one)) })
}
