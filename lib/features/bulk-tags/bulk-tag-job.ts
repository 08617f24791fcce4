import { HttpError } from '@/lib/http/errors'

import type { BulkTagJob } from './contract'
import type { TagDifference } from './domain/tag-change'
import type { RunContext } from './run-context'
import { type BulkTagJobRow, findJob } from './statements/bulk-tags'

const DAY_MS = 86_400_000
export const UNDO_MS = 30 * DAY_MS
/** How long a change is listed in the history. */
export const LISTED_MS = 90 * DAY_MS
/** A job without activity for this time is interrupted (a chunk takes seconds); the panel then continues it. */
export const INTERRUPTED_MS = 30_000

export const ago = (now: Date, ms: number): string => new Date(now.getTime() - ms).toISOString()

export const isExpired = (row: BulkTagJobRow, now: Date): boolean => row.created_at < ago(now, UNDO_MS)

/** True while a browser or the panel is processing the job. */
export const isUnderWay = (row: BulkTagJobRow, now: Date): boolean => stateOf(row, now) === 'running'

function stateOf(row: BulkTagJobRow, now: Date): BulkTagJob['state'] {
  if (row.undo_state === 'done') return 'undone'
  if (isExpired(row, now)) return 'expired'
  if (row.state !== 'running') return row.state
  if (row.waiting === 0 && row.failed > 0) return 'partial'
  return row.touched_at < ago(now, INTERRUPTED_MS) ? 'interrupted' : 'running'
}

/** A failed chunk may have changed monitors although its answer was lost. */
export const canUndo = (row: BulkTagJobRow, now: Date): boolean =>
  row.kind === 'change' &&
  row.changed + row.failed > 0 &&
  row.undo_state !== 'done' &&
  !isExpired(row, now) &&
  !isUnderWay(row, now)

/** Safe: these columns are only written from lists of texts. */
export const parseTags = (json: string): string[] => JSON.parse(json) as string[]
/** Safe: the column is only written from a list of differences. */
export const parseDifferences = (json: string): TagDifference[] => JSON.parse(json) as TagDifference[]

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
    add: parseTags(row.add_tags),
    remove: parseTags(row.remove_tags),
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
