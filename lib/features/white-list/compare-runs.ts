import type { PanelOutput } from '@/lib/features/contract'
import type { Db } from '@/lib/storage/storage'

import type { WhiteListChange } from './contract/runs'
import { listResultRows, type WhiteListResultRow } from './statements/results'

const MAX_ROWS = 10_000
const allRows = { order: 'line', isDescending: false, limit: MAX_ROWS, offset: 0 } as const

/**
 * Lists where two runs differ for a number and an account. Rows without an answer in one of the runs are counted
 * separately, since a check that was not made proves no change.
 */
export async function compareRuns(
  db: Db,
  { before, after }: { readonly before: string; readonly after: string },
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<PanelOutput<'whiteListRuns.changes'>> {
  const [earlier, later] = await Promise.all([answeredRows(db, before), answeredRows(db, after)])
  const items: WhiteListChange[] = []
  let compared = 0
  for (const [key, now] of later) {
    const previous = earlier.get(key)
    if (previous === undefined) continue
    compared += 1
    if (previous.status === now.status && previous.verdict === now.verdict && previous.removed_on === now.removed_on)
      continue
    items.push({
      kind: now.kind,
      number: now.value,
      account: now.account,
      name: now.name ?? previous.name,
      before: toComparedRow(previous),
      after: toComparedRow(now),
    })
  }
  return {
    items: items.slice(offset, offset + limit),
    total: items.length,
    compared,
    only_before: earlier.size - compared,
    only_after: later.size - compared,
  }
}

async function answeredRows(db: Db, runId: string): Promise<Map<string, WhiteListResultRow>> {
  const rows = await listResultRows(db, runId, allRows)
  return new Map(
    rows
      .filter(({ state }) => state === 'answered')
      .map((row) => [`${row.kind} ${row.value} ${row.account ?? ''}`, row] as const),
  )
}

const toComparedRow = ({ status, verdict, removed_on, answered_at }: WhiteListResultRow) => ({
  status,
  verdict,
  removed_on,
  answered_at,
})
