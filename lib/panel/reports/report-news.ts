import { addDays } from '@/lib/domain/calendar'
import { compareValues } from '@/lib/domain/collections/compare-values'
import { listEndedRuns } from '@/lib/storage/panel/reports/schedule-runs'
import type { Db } from '@/lib/storage/storage'

import type { AskService } from '../context'

/** One thing about custom reports that somebody may want to be told of. `id` is the same however often it is read. */
export type ReportNews = {
  readonly id: string
  readonly kind: 'scheduled_run_failed' | 'report_ready'
  /** ISO instant. */
  readonly at: string
  readonly job_id: string | null
  readonly run_id: string | null
  readonly schedule_id: string | null
  /** Days, both included. */
  readonly date_from: string | null
  readonly date_to: string | null
  readonly reason: string | null
}

type Since = { readonly accountId: string; readonly since: string }

/** Runs of schedules that came to nothing since an instant, oldest first. */
export async function listFailedRuns(db: Db, { accountId, since }: Since): Promise<ReportNews[]> {
  const runs = await listEndedRuns(db, accountId, since)
  return runs.flatMap((run) => {
    if (run.ended_at === null || (run.state !== 'failed' && run.state !== 'refused')) return []
    const days = { date_from: run.window_from, date_to: addDays(run.window_to, -1) }
    const { id, schedule_id, job_id, ended_at: at, reason } = run
    return [{ id: `run:${id}`, kind: 'scheduled_run_failed', at, job_id, run_id: id, schedule_id, ...days, reason }]
  })
}

/** The service's newest orders. */
const LOOKED_THROUGH = 200

/** Custom reports that were made since an instant and can still be downloaded, whoever ordered them, oldest first. */
export async function listReadyReports(ask: AskService, { since }: Pick<Since, 'since'>): Promise<ReportNews[]> {
  const { items } = await ask('reports.list', { query: { limit: LOOKED_THROUGH } })
  const news = items.flatMap((job): ReportNews[] => {
    const { id, status, finished_at: at, date_from = null, date_to = null } = job
    if (id === undefined || status !== 'ready' || !at || at < since) return []
    const none = { run_id: null, schedule_id: null, reason: null }
    return [{ id: `report:${id}`, kind: 'report_ready', at, job_id: id, ...none, date_from, date_to }]
  })
  return news.toSorted((a, b) => compareValues(a.at, b.at))
}
