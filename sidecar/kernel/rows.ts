// A call as the journal keeps it, and how it becomes a row and comes back.
import type { Decision } from '../../policy/decide.ts'
import type { Effect } from '../../policy/effects.ts'
import { type Label, unlabelled } from '../../policy/flow.ts'
import { nothingTouched, type Receipt } from '../../policy/score.ts'
import type { ErrorView } from '../text/errors.ts'

export type CallState = 'planned' | 'waiting' | 'running' | 'suspended' | 'done' | 'failed' | 'unknown'

export type Caller = 'hand' | 'agent'

export interface AttachmentInfo {
  id: string
  name: string
  mime: string
  bytes: number
}

export interface CallRow {
  id: string
  session: string
  tool: string
  version: number
  parent: string | null
  undoOf: string | null
  undoneBy: string | null
  state: CallState
  /** Whose wish it is: the user's own hand, or an agent that acts on what it reads. */
  caller: Caller
  /** Whether the user may be asked; if not, it fails where it would wait. */
  ask: boolean
  input: unknown
  prepared: unknown
  /** What was stored with what was read to prepare; nothing where none was. */
  preparedLabels: Label | null
  effects: Effect[]
  /** Targets that became known while running, and were allowed. */
  extra: Effect[]
  hash: string | null
  decision: Decision | null
  receipt: Receipt
  labels: Label
  output: unknown
  outputRef: string | null
  error: ErrorView | null
  attachments: AttachmentInfo[]
  approval: string | null
  suspension: string | null
  undoable: boolean
  attempts: number
  createdAt: number
  startedAt: number | null
  finishedAt: number | null
}

/** A row for a call that has just been taken in. */
export function newRow(
  parts: Pick<CallRow, 'id' | 'session' | 'tool' | 'version' | 'input' | 'ask' | 'createdAt'>,
): CallRow {
  return {
    ...parts,
    caller: 'hand',
    parent: null,
    undoOf: null,
    undoneBy: null,
    state: 'planned',
    prepared: undefined,
    preparedLabels: null,
    effects: [],
    extra: [],
    hash: null,
    decision: null,
    receipt: nothingTouched,
    labels: unlabelled,
    output: undefined,
    outputRef: null,
    error: null,
    attachments: [],
    approval: null,
    suspension: null,
    undoable: false,
    attempts: 0,
    startedAt: null,
    finishedAt: null,
  }
}

/** Waiting for somebody, or for a time. */
export const isParked = (row: CallRow): boolean => row.state === 'waiting' || row.state === 'suspended'

/** Finished, or waiting for somebody: nothing more happens to it by itself. */
export const isAtRest = (row: CallRow): boolean => row.state !== 'planned' && row.state !== 'running'

type Cell = string | number | null

const text = (value: unknown): string | null => (value === undefined ? null : JSON.stringify(value))
const list = (value: readonly unknown[]): string | null => (value.length === 0 ? null : JSON.stringify(value))
const receiptText = (receipt: Receipt): string | null => (receipt === nothingTouched ? null : JSON.stringify(receipt))

interface Column {
  name: string
  /** Set once, when the row is made. */
  fixed?: true
  save(row: CallRow): Cell
}

const columns: readonly Column[] = [
  { name: 'id', fixed: true, save: (row) => row.id },
  { name: 'session', fixed: true, save: (row) => row.session },
  { name: 'tool', fixed: true, save: (row) => row.tool },
  { name: 'created_at', fixed: true, save: (row) => row.createdAt },
  { name: 'parent', fixed: true, save: (row) => row.parent },
  { name: 'undo_of', fixed: true, save: (row) => row.undoOf },
  { name: 'caller', fixed: true, save: (row) => row.caller },
  { name: 'ask', fixed: true, save: (row) => (row.ask ? 1 : 0) },
  { name: 'version', save: (row) => row.version },
  { name: 'input', save: (row) => text(row.input) ?? 'null' },
  { name: 'undone_by', save: (row) => row.undoneBy },
  { name: 'state', save: (row) => row.state },
  { name: 'prepared', save: (row) => text(row.prepared) },
  { name: 'prepared_labels', save: (row) => text(row.preparedLabels ?? undefined) },
  { name: 'effects', save: (row) => (row.effects.length === 0 ? '[]' : JSON.stringify(row.effects)) },
  { name: 'extra', save: (row) => list(row.extra) },
  { name: 'hash', save: (row) => row.hash },
  { name: 'decision', save: (row) => row.decision },
  { name: 'receipt', save: (row) => receiptText(row.receipt) },
  { name: 'labels', save: (row) => (row.labels === unlabelled ? null : text(row.labels)) },
  { name: 'output', save: (row) => text(row.output) },
  { name: 'output_ref', save: (row) => row.outputRef },
  { name: 'error', save: (row) => (row.error ? JSON.stringify(row.error) : null) },
  { name: 'attachments', save: (row) => list(row.attachments) },
  { name: 'approval', save: (row) => row.approval },
  { name: 'suspension', save: (row) => row.suspension },
  { name: 'undoable', save: (row) => (row.undoable ? 1 : 0) },
  { name: 'attempts', save: (row) => row.attempts },
  { name: 'started_at', save: (row) => row.startedAt },
  { name: 'finished_at', save: (row) => row.finishedAt },
]
const changing = columns.filter((column) => !column.fixed)

export const insertSql = `INSERT INTO calls (${columns.map((one) => one.name).join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`
export const updateSql = `UPDATE calls SET ${changing.map((one) => `${one.name} = ?`).join(', ')} WHERE id = ?`

export const insertCells = (row: CallRow): Cell[] => columns.map((column) => column.save(row))
export const updateCells = (row: CallRow): Cell[] => [...changing.map((column) => column.save(row)), row.id]

const parse = <T>(cell: unknown, otherwise: T): T => (typeof cell === 'string' ? (JSON.parse(cell) as T) : otherwise)

/** The row as it came from the database. */
export function fromCells(cells: Record<string, unknown>): CallRow {
  return {
    id: String(cells.id),
    session: String(cells.session),
    tool: String(cells.tool),
    version: Number(cells.version),
    parent: cells.parent as string | null,
    undoOf: cells.undo_of as string | null,
    undoneBy: cells.undone_by as string | null,
    state: cells.state as CallState,
    caller: cells.caller as Caller,
    ask: cells.ask === 1,
    input: parse(cells.input, null),
    prepared: parse(cells.prepared, undefined),
    preparedLabels: parse(cells.prepared_labels, null),
    effects: parse(cells.effects, []),
    extra: parse(cells.extra, []),
    hash: cells.hash as string | null,
    decision: cells.decision as Decision | null,
    receipt: parse(cells.receipt, nothingTouched),
    labels: parse(cells.labels, unlabelled),
    output: parse(cells.output, undefined),
    outputRef: cells.output_ref as string | null,
    error: parse(cells.error, null),
    attachments: parse(cells.attachments, []),
    approval: cells.approval as string | null,
    suspension: cells.suspension as string | null,
    undoable: cells.undoable === 1,
    attempts: Number(cells.attempts),
    createdAt: Number(cells.created_at),
    startedAt: cells.started_at as number | null,
    finishedAt: cells.finished_at as number | null,
  }
}
