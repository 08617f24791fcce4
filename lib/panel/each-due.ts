import { groupBy } from '@/lib/domain/collections/group-by'
import { type DueRow, listDue } from '@/lib/storage/due'

import { forEachAccount } from './each-account'
import type { PanelJobDependencies } from './job'

type DueRunOptions = {
  readonly table: Parameters<typeof listDue>[1]
  readonly job: string
  /** Log message when the work for a row throws. */
  readonly failureMessage: string
  readonly work: (row: DueRow, now: Date) => Promise<void>
  /** Called when the work for a row throws; without it the row stays due and is tried again in the next run. */
  readonly failed?: (row: DueRow, now: Date) => Promise<void>
  readonly stopping?: AbortSignal | undefined
}

/** Runs the work for rows whose `next_at` has come, grouped by account; a failing row does not affect the others. */
export async function forEachDueRow(
  { storage, clock, log, isEmbedded }: Pick<PanelJobDependencies, 'storage' | 'clock' | 'log' | 'isEmbedded'>,
  { table, job, failureMessage, work, failed, stopping }: DueRunOptions,
): Promise<void> {
  const now = clock()
  const dueRows = await listDue(storage.db, table, now.toISOString())
  const workAt = async (rows: readonly DueRow[]) => {
    for (const row of rows) {
      if (stopping?.aborted === true) return
      await work(row, now).catch(async (error: unknown) => {
        log.warn({ err: error, account: row.slug, row: row.id }, failureMessage)
        await failed?.(row, now)
      })
    }
  }
  await forEachAccount(
    groupBy(dueRows, ({ account_id: id }) => id),
    ([, rows]) => workAt(rows),
    { storage, log, isEmbedded, stopping, job, accountOf: ([accountId]) => accountId, failureMessage },
  )
}
