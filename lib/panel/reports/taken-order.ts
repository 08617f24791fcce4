import type { OperationAnswer } from '@/lib/client/client'
import { addDays } from '@/lib/domain/calendar'
import type { ReportScheduleRunTable, ReportScheduleTable } from '@/lib/storage/panel/reports/schedule-tables'
import type { Storage } from '@/lib/storage/storage'

import type { AskService } from '../context'

/** Clocks of two machines differ. */
const SKEW_MS = 60_000
/** The newest orders of an account, among which a lost one is looked for. */
const LOOKED_THROUGH = 200

type Asked = { readonly storage: Storage; readonly ask: AskService }
type Lost = { readonly run: ReportScheduleRunTable; readonly schedule: ReportScheduleTable }
type Job = OperationAnswer<'reports.list'>['items'][number]

/** The job of an order that was taken without the panel learning of it: the same report, ordered since the first attempt. */
export async function jobOfOrder({ storage, ask }: Asked, lost: Lost) {
  const { items } = await ask('reports.list', { query: { limit: LOOKED_THROUGH } })
  const alike = items.filter((job) => isOf(job, lost))
  for (const { id, date_from } of alike) {
    if (id === undefined || date_from === undefined || (await isKnown(storage, id))) continue
    return { id, date_from }
  }
  return undefined
}

function isOf(job: Job, { run, schedule }: Lost): boolean {
  const since = Date.parse(run.attempted_at ?? '') - SKEW_MS
  const isSince = job.created_at !== undefined && Date.parse(job.created_at) >= since
  const isWithin = job.date_to === addDays(run.window_to, -1) && String(job.date_from) >= run.window_from
  return isSince && isWithin && contentOf(job) === contentOf(schedule)
}

type Content = {
  readonly source?: string | undefined
  readonly format?: string | undefined
  readonly filter_id?: string | null | undefined
  readonly monitor_tag?: string | null | undefined
}

const contentOf = ({ source, format, filter_id, monitor_tag }: Content): string =>
  JSON.stringify([source, format, filter_id ?? null, monitor_tag ?? null])

/** It is another run's. */
async function isKnown({ db }: Storage, jobId: string): Promise<boolean> {
  const run = await db.selectFrom('report_schedule_runs').select('id').where('job_id', '=', jobId).executeTakeFirst()
  return run !== undefined
}
