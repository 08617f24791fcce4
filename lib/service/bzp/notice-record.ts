import type { BzpNotice } from '@/lib/contract/bzp'
import { noticeOfRow, noticesAt } from '@/lib/storage/registers/bzp-notices'
import type { Db } from '@/lib/storage/storage'

/** The notices at these positions, in their order; one that was deleted meanwhile is left out. */
export async function readNotices(db: Db, positions: readonly number[]): Promise<BzpNotice[]> {
  if (positions.length === 0) return []
  const rows = await noticesAt(db, positions)
  const byPosition = new Map(rows.map((row) => [row.position, row]))
  return positions.flatMap((position) => {
    const row = byPosition.get(position)
    return row ? [noticeOfRow(row)] : []
  })
}
