import type { OperationAnswer } from '@/lib/client/client'
import type { ReportRunReason } from '@/lib/contract/panel/report-schedules'
import { type ApiError, isApiError } from '@/lib/domain/api-error'
import { addDays } from '@/lib/domain/calendar'
import type { ReportScheduleRunTable, ReportScheduleTable } from '@/lib/storage/panel/reports/schedule-tables'
import type { Storage } from '@/lib/storage/storage'

import type { AskService } from '../context'

/** Why an order was not taken. */
export type OrderRefusal = {
  readonly reason: ReportRunReason
  /** `stop`: no later order would be taken. `end`: this one never will be. `retry`: perhaps later. */
  readonly outlook: 'stop' | 'end' | 'retry'
  /** Days that the service holds, where it says so. */
  readonly held?: { readonly from: string; readonly to: string }
  readonly message?: string
  readonly retryAfterS?: number
}

/** What was thrown that is no answer is thrown again. */
export function readOrderRefusal(error: unknown): OrderRefusal {
  if (!isApiError(error)) throw error
  const { status, code, retryAfterS } = error
  if (status === 422) return invalidOrder(error)
  if (status === 409 && code === 'report_limit') return { reason: 'quota', outlook: 'retry' }
  const known = byStatus[status]
  if (known) return { ...known, ...(retryAfterS !== undefined && { retryAfterS }) }
  return status >= 400 && status < 500 ? refused(error) : { reason: 'unreachable', outlook: 'retry' }
}

const byStatus: Readonly<Record<number, OrderRefusal>> = {
  402: { reason: 'plan', outlook: 'retry' },
  404: { reason: 'filter_gone', outlook: 'stop' },
  429: { reason: 'rate_limited', outlook: 'retry' },
}

const refused = ({ message }: ApiError): OrderRefusal => ({ reason: 'refused', outlook: 'retry', message })

function invalidOrder(error: ApiError): OrderRefusal {
  const [place] = error.fields
  if (place?.type === 'unknown_tag') return { reason: 'tag_gone', outlook: 'stop' }
  if (place?.type !== 'range_not_held')
    return { reason: 'refused', outlook: 'end', message: place?.message ?? error.message }
  const { held_from: from, held_to: to } = place.ctx ?? {}
  const isSaid = typeof from === 'string' && typeof to === 'string'
  return { reason: 'nothing_held', outlook: 'retry', ...(isSaid && { held: { from, to } }) }
}

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
