import { HttpError } from '@/lib/http/errors'
import type { PanelContext } from '@/lib/panel/context'
import type { Db } from '@/lib/storage/storage'

import { type WhiteListRow, type WhiteListRun, type WhiteListRunReason, whiteListRunReasons } from './contract/runs'
import { countNumberStates, type NumberStates, type WhiteListResultRow } from './statements/results'
import { findWhiteListRun } from './statements/runs'
import type { WhiteListRunTable } from './tables'

/** A run of another account is treated as missing. */
export async function requireWhiteListRun(
  { storage, account }: Pick<PanelContext, 'storage' | 'account'>,
  id: string,
): Promise<WhiteListRunTable> {
  const run = await findWhiteListRun(storage.db, { accountId: account.id, id })
  if (run === undefined) throw new HttpError('not_found', 'There is no such check')
  return run
}

const reasonOf = (reason: string | null): WhiteListRunReason | null =>
  whiteListRunReasons.find((known) => known === reason) ?? null

function toWhiteListRun(row: WhiteListRunTable, counts: NumberStates | undefined): WhiteListRun {
  const { id, name, schedule_id, created_at, created_by, state, message, wait_until, finished_at } = row
  return {
    id,
    name,
    schedule_id,
    created_at,
    created_by,
    state,
    reason: reasonOf(row.reason),
    message,
    wait_until,
    finished_at,
    rows: row.rows,
    numbers: row.numbers,
    answered: counts?.answered ?? 0,
    unsure: counts?.unsure ?? 0,
    errors: counts?.error ?? 0,
    units: row.units,
    unsaid: row.unsaid,
    after_midnight: row.after_midnight === 1,
  }
}

export async function viewRuns(db: Db, rows: readonly WhiteListRunTable[]): Promise<WhiteListRun[]> {
  const counts = await countNumberStates(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => toWhiteListRun(row, counts.get(row.id)))
}

export async function viewRun(db: Db, row: WhiteListRunTable): Promise<WhiteListRun> {
  return toWhiteListRun(row, (await countNumberStates(db, [row.id])).get(row.id))
}

export const toWhiteListRow = ({ value, ...row }: WhiteListResultRow): WhiteListRow => ({ ...row, number: value })
