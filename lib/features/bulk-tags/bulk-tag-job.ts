import { HttpError } from '@/lib/http/errors'

import type { RunContext } from './bulk-tag-turn'
import type { BulkTagJob } from './contract'
import type { TagDifference } from './domain/tag-change'
import { type BulkTagJobRow, findJob } from './statements/bulk-tags'

const DAY_MS = 86_400_000
/** How long a change can be undone. */
export const UNDO_MS = 30 * DAY_MS
/** How long the history says that it was. */
export const LISTED_MS = 90 * DAY_MS
/** A job that nobody touched for so long is interrupted; a chunk takes seconds. The panel goes on with it then. */
export const INTERRUPTED_MS = 30_000

export const ago = (now: Date, ms: number): string => new Date(now.getTime() - ms).toISOString()

export const isExpired = (row: BulkTagJobRow, now: Date): boolean => row.created_at < ago(now, UNDO_MS)

/** Somebody goes on with it at this moment. */
export const isUnderWay = (row: BulkTagJobRow, now: Date): boolean => stateOf(row, now) === 'running'

function stateOf(row: BulkTagJobRow, now: Date): BulkTagJob['state'] {
  if (row.undo_state === 'done') return 'undone'
  if (isExpired(row, now)) return 'expired'
  if (row.state !== 'running') return row.state
  if (row.waiting === 0 && row.failed > 0) return 'partial'
  return row.touched_at < ago(now, INTERRUPTED_MS) ? 'interrupted' : 'running'
}

/** A failed chunk may have changed something whose answer was lost. */
export const canUndo = (row: BulkTagJobRow, now: Date): boolean =>
  row.kind === 'change' &&
  row.changed + row.failed > 0 &&
  row.undo_state !== 'done' &&
  !isExpired(row, now) &&
  !isUnderWay(row, now)

/** Sound: the columns hold what `toJson` of a list of texts wrote. */
export const toTags = (json: string): string[] => JSON.parse(json) as string[]
/** Sound: the column holds what was written of a list of differences. */
export const toDifferences = (json: string): TagDifference[] => JSON.parse(json) as TagDifference[]

export function toJob(row: BulkTagJobRow, now: Date): BulkTagJob {
  const { id, kind, undo_of, actor, created_at, finished_at, selected, changing, same, refused, missing } = row
  const { done, failed, updated, changed } = row
  return {
    id,
    kind,
    undo_of,
    actor,
    created_at,
    finished_at,
    state: stateOf(row, now),
    add: toTags(row.add_tags),
    remove: toTags(row.remove_tags),
    selected,
    changing,
    same,
    refused,
    missing,
    done,
    failed,
    updated,
    changed,
    undo_until: canUndo(row, now) ? new Date(Date.parse(created_at) + UNDO_MS).toISOString() : null,
  }
}

export async function requireJob(
  { storage, account }: Pick<RunContext, 'storage' | 'account'>,
  id: string,
): Promise<BulkTagJobRow> {
  const row = await findJob(storage.db, account.id, id)
  if (!row) throw new HttpError('not_found', 'No such change of tags')
  return row
}
