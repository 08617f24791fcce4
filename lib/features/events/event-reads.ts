import { HttpError } from '@/lib/http/errors'
import { inAccounts } from '@/lib/storage/engine/account-lock'
import type { Db, Storage } from '@/lib/storage/storage'

import { MAX_UNREAD } from './contract'
import {
  countUnread,
  deleteMarks,
  findReads,
  firstEventOf,
  listMarks,
  lockReads,
  markNarrowed,
  putMarks,
  READ_WITH_LIST,
  type Reader,
  updateReads,
} from './statements/event-reads'
import { type EventFilter, hasEventFilter, leadIdsOf } from './statements/panel-events'

const ALL_NUMBERS = { from: 0, to: Number.MAX_SAFE_INTEGER }
const NOTHING_TO_UNDO = -1

/** Events up to `floor` count as read: those that the user has marked, and those from before the user existed. */
async function stateOf(db: Db, reader: Reader): Promise<{ floor: number; turn: number }> {
  const reads = await findReads(db, reader)
  const first = await firstEventOf(db, reader)
  return { floor: Math.max(reads?.up_to ?? 0, (first ?? Number.MAX_SAFE_INTEGER) - 1), turn: reads?.turn ?? 0 }
}

/** At most `MAX_UNREAD`. */
export const readUnread = async (db: Db, reader: Reader): Promise<number> =>
  countUnread(db, { ...reader, ...(await stateOf(db, reader)), maxCount: MAX_UNREAD })

/** Which of the events (by number, each the first of its announcement) are unread. */
export async function unreadAmong(db: Db, reader: Reader, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set()
  const { floor, turn } = await stateOf(db, reader)
  const range = { from: Math.min(...ids), to: Math.max(...ids) }
  const marks = await listMarks(db, { ...reader, turn }, range)
  const isRead = new Map(marks.map((mark) => [mark.event_id, mark.is_read > 0]))
  return new Set(ids.filter((id) => !(isRead.get(id) ?? id <= floor)))
}

type Store = Pick<Storage, 'db'>

/** The first event of an announcement carries the mark for all of them. */
export function markEvents(store: Store, reader: Reader, marks: { ids: readonly number[]; isRead: boolean }) {
  return inAccounts(store, [reader.accountId], async (tx) => {
    const { turn } = await lockReads(tx, reader)
    const leads = await leadIdsOf(tx, reader.accountId, marks.ids)
    const rows = [...new Set(marks.ids.map((id) => leads.get(id) ?? id))].map((event_id) => ({
      event_id,
      is_read: Number(marks.isRead),
    }))
    await putMarks(tx, { ...reader, turn }, rows)
  })
}

type ShownList = { readonly upTo: number; readonly filter: EventFilter }

/**
 * Marks everything in the shown list up to an event as read, optionally narrowed by its filter. Returns the number
 * (turn) of this marking, with which it can be undone.
 */
export function markAllRead(store: Store, reader: Reader, shown: ShownList): Promise<number> {
  return inAccounts(store, [reader.accountId], async (tx) => {
    const reads = await lockReads(tx, reader)
    const turn = reads.turn + 1
    const isPart = hasEventFilter(shown.filter)
    const upTo = isPart ? 0 : shown.upTo
    const above = await listMarks(tx, { ...reader, turn: reads.turn }, { ...ALL_NUMBERS, from: upTo + 1 })
    await putMarks(tx, { ...reader, turn }, above.map(settledMark))
    if (isPart) {
      const { floor } = await stateOf(tx, reader)
      await markNarrowed(tx, { ...reader, turn, floor }, shown)
    }
    const to = Math.max(upTo, reads.up_to)
    await updateReads(tx, reader, { up_to: to, previous_up_to: reads.up_to, turn })
    await deleteMarks(tx, reader, { below: turn - 1, above: turn })
    return turn
  })
}

/** A mark of an earlier turn is not affected by an undo. */
const settledMark = <T extends { is_read: number }>(mark: T): T => ({ ...mark, is_read: Number(mark.is_read > 0) })

/** Restores what was unread before that turn, except for later marks. */
export function undoMarkAllRead(store: Store, reader: Reader, turn: number): Promise<void> {
  return inAccounts(store, [reader.accountId], async (tx) => {
    const reads = await lockReads(tx, reader)
    if (reads.turn !== turn || reads.previous_up_to === NOTHING_TO_UNDO) {
      throw new HttpError('conflict', 'Events have been marked since; there is nothing to undo')
    }
    const next = turn + 1
    const [before, since] = [
      await listMarks(tx, { ...reader, turn: turn - 1 }, ALL_NUMBERS),
      await listMarks(tx, { ...reader, turn }, ALL_NUMBERS),
    ]
    await putMarks(tx, { ...reader, turn: next }, before.map(settledMark))
    const individualMarks = since.filter(({ is_read: isRead }) => isRead !== READ_WITH_LIST)
    await putMarks(tx, { ...reader, turn: next }, individualMarks)
    await updateReads(tx, reader, { up_to: reads.previous_up_to, previous_up_to: NOTHING_TO_UNDO, turn: next })
    await deleteMarks(tx, reader, { below: next, above: next })
  })
}
