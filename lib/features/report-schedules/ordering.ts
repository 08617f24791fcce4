import type { OperationAnswer } from '@/lib/client/client'
import { monitoringWriters } from '@/lib/contract/operation'
import { type ApiError, isApiError } from '@/lib/domain/api-error'
import { doubledWait, instantAfter } from '@/lib/domain/back-off'
import { addDays } from '@/lib/domain/calendar'
import type { Role } from '@/lib/domain/roles'
import { maySpend } from '@/lib/domain/spending'
import { readAccountSettings } from '@/lib/features/account-settings/statements'
import { recordAudit } from '@/lib/features/audit/audit'
import { findMember } from '@/lib/features/members/statements/members'
import type { CallService } from '@/lib/panel/context'
import { type AccountTx, inAccounts } from '@/lib/storage/engine/account-lock'
import { TEAM_OWNER } from '@/lib/storage/owned'
import type { Db, Storage } from '@/lib/storage/storage'

import type { ReportRunReason } from './contract'
import { claimReportRun, reportRunLease } from './statements/runs'
import { reportScheduleRows } from './statements/schedules'
import type { ReportScheduleRunTable, ReportScheduleTable } from './tables'

type OrderRefusal = {
  readonly reason: ReportRunReason
  /** `stop`: no later order would be accepted. `end`: this order never will be. `retry`: it may be accepted later. */
  readonly outlook: 'stop' | 'end' | 'retry'
  /** Days that the service stores, if it reports them. */
  readonly held?: { readonly from: string; readonly to: string }
  readonly message?: string
  readonly retryAfterS?: number
}

/** Errors other than answers of the service are thrown again. */
function readOrderRefusal(error: unknown): OrderRefusal {
  if (!isApiError(error)) throw error
  const { status, code, retryAfterS } = error
  if (status === 422) return invalidOrder(error)
  if (status === 409 && code === 'report_limit') return { reason: 'quota', outlook: 'retry' }
  const statusRefusal = byStatus[status]
  if (statusRefusal) return { ...statusRefusal, ...(retryAfterS !== undefined && { retryAfterS }) }
  return status >= 400 && status < 500 ? otherRefusal(error) : { reason: 'unreachable', outlook: 'retry' }
}

const byStatus: Readonly<Record<number, OrderRefusal>> = {
  402: { reason: 'plan', outlook: 'retry' },
  404: { reason: 'filter_gone', outlook: 'stop' },
  429: { reason: 'rate_limited', outlook: 'retry' },
}

const otherRefusal = ({ message }: ApiError): OrderRefusal => ({ reason: 'refused', outlook: 'retry', message })

function invalidOrder(error: ApiError): OrderRefusal {
  const [fieldError] = error.fields
  if (fieldError?.type === 'unknown_tag') return { reason: 'tag_gone', outlook: 'stop' }
  if (fieldError?.type !== 'range_not_held')
    return { reason: 'refused', outlook: 'end', message: fieldError?.message ?? error.message }
  const { held_from: from, held_to: to } = fieldError.ctx ?? {}
  const isRangeReported = typeof from === 'string' && typeof to === 'string'
  return { reason: 'nothing_held', outlook: 'retry', ...(isRangeReported && { held: { from, to } }) }
}

/** Longer than the service can take to answer. */
const CLAIM_MS = 2 * 60_000
const WAITS = { firstMs: 60_000, longestMs: 30 * 60_000 }

export type OrderContext = {
  readonly storage: Storage
  readonly clock: () => Date
  readonly callService: CallService
  readonly by: string
}

export async function orderReport(ordering: OrderContext, { id }: ReportScheduleRunTable): Promise<void> {
  const { storage, clock, by } = ordering
  const now = clock()
  const until = instantAfter(now, CLAIM_MS)
  const run = await claimReportRun(storage.db, { id, by, now: now.toISOString(), until })
  if (!run) return
  const schedule = await reportScheduleRows.read(storage.db, run.schedule_id)
  if (!schedule) return
  if (!(await mayOrder(storage.db, schedule)))
    return refuse(ordering, { run, schedule }, { reason: 'role', outlook: 'stop' })
  // An earlier attempt may have been accepted although its answer was lost.
  const existingOrder =
    run.attempts > 1 ? await jobOfOrder(ordering, { run, schedule }).catch(readOrderRefusal) : undefined
  if (existingOrder && 'reason' in existingOrder) return refuse(ordering, { run, schedule }, existingOrder)
  if (existingOrder)
    return accept(ordering, { run, schedule }, { job_id: existingOrder.id, date_from: existingOrder.date_from })
  await send(ordering, { run, schedule }, run.window_from)
}

type DueOrder = { readonly run: ReportScheduleRunTable; readonly schedule: ReportScheduleTable }

async function send(ordering: OrderContext, dueOrder: DueOrder, from: string): Promise<void> {
  const { run, schedule } = dueOrder
  const { source, format, filter_id, monitor_tag } = schedule
  const to = addDays(run.window_to, -1)
  const body = { source, format, date_from: from, date_to: to, filter_id, monitor_tag }
  const answer = await ordering.callService('reports.create', { body }).catch(readOrderRefusal)
  if (!('reason' in answer)) {
    return accept(ordering, dueOrder, { job_id: answer.id ?? null, date_from: from })
  }
  const { held } = answer
  // The service does not store the earlier days; the report of the remaining ones shows its first day.
  if (held && held.from > from && held.from <= to && to <= held.to) return send(ordering, dueOrder, held.from)
  return refuse(ordering, dueOrder, answer)
}

type AcceptedOrder = Pick<ReportScheduleRunTable, 'job_id' | 'date_from'>

function accept(
  { storage, clock, by }: OrderContext,
  { run, schedule }: DueOrder,
  acceptedOrder: AcceptedOrder,
): Promise<void> {
  const now = clock()
  return inAccounts(storage, [run.account_id], async (db) => {
    const ordered = {
      state: 'ordered',
      ...acceptedOrder,
      reason: null,
      message: null,
      retry_at: now.toISOString(),
    } as const
    // If the claim has expired, its new holder finds the order.
    if (!(await reportRunLease.settle(db, { id: run.id, by }, ordered))) return
    const { source, format, filter_id, monitor_tag, name } = schedule
    await recordAudit(db, {
      accountId: run.account_id,
      actor: 'panel',
      action: 'reportSchedules.order',
      target: schedule.id,
      after: {
        name,
        id: acceptedOrder.job_id,
        source,
        format,
        filter_id,
        monitor_tag,
        date_from: acceptedOrder.date_from,
        date_to: addDays(run.window_to, -1),
      },
      now,
    })
  })
}

function refuse(
  { storage, clock, by }: OrderContext,
  { run, schedule }: DueOrder,
  refusal: OrderRefusal,
): Promise<void> {
  const now = clock()
  return inAccounts(storage, [run.account_id], async (db) => {
    const { reason, message = null } = refusal
    if (refusal.outlook === 'stop') await stopSchedule(db, schedule.id, { reason, now })
    const { retryAfterS = 0 } = refusal
    const wait = doubledWait(run.attempts, { ...WAITS, requestedMs: retryAfterS * 1000 })
    const retryAt = instantAfter(now, wait)
    const isFinal = refusal.outlook !== 'retry' || retryAt >= run.give_up_at
    const change = isFinal ? ({ state: 'refused', ended_at: now.toISOString() } as const) : { retry_at: retryAt }
    await reportRunLease.settle(db, { id: run.id, by }, { ...change, reason, message })
  })
}

const stopReasons = ['filter_gone', 'tag_gone', 'role'] as const
type StopReason = { readonly reason: OrderRefusal['reason']; readonly now: Date }

/** Stops all further orders until a user saves the schedule again; happens once, with one audit entry. */
async function stopSchedule(tx: AccountTx, id: string, { reason, now }: StopReason): Promise<void> {
  const schedule = await reportScheduleRows.read(tx, id)
  const stopped = stopReasons.find((each) => each === reason)
  if (!schedule || schedule.stopped !== null || stopped === undefined) return
  await reportScheduleRows.update(tx, id, { stopped, stopped_at: now.toISOString(), next_at: null })
  await recordAudit(tx, {
    accountId: schedule.account_id,
    actor: 'panel',
    action: 'reportSchedules.stop',
    target: id,
    after: { name: schedule.name, stopped },
    now,
  })
}

const writers: readonly Role[] = monitoringWriters

/** A schedule, including a team schedule, orders only what the user who enabled it may order. */
async function mayOrder(db: Db, { account_id: account, owner, payer }: ReportScheduleTable): Promise<boolean> {
  const payerId = owner === TEAM_OWNER ? payer : owner
  // The author of an old team schedule was not recorded.
  if (payerId === null) return true
  const member = await findMember(db, account, payerId)
  if (!member || member.disabled_at !== null || !writers.includes(member.role)) return false
  const { spending_roles: stored } = await readAccountSettings(db, account)
  return maySpend(member.role, stored)
}

/** Upper limit for the difference between two machines' clocks. */
const SKEW_MS = 60_000
/** Number of an account's newest orders that are searched for a lost one. */
const MAX_SEARCHED_ORDERS = 200

type LostOrder = { readonly run: ReportScheduleRunTable; readonly schedule: ReportScheduleTable }

/**
 * Finds the job of an order whose acceptance the panel did not learn of: the same report, ordered since the first
 * attempt.
 */
async function jobOfOrder(
  { storage, callService }: { readonly storage: Storage; readonly callService: CallService },
  lost: LostOrder,
) {
  const { items } = await callService('reports.list', { query: { limit: MAX_SEARCHED_ORDERS } })
  const candidates = items.filter((job) => isJobOfRun(job, lost))
  for (const { id, date_from } of candidates) {
    if (id === undefined || date_from === undefined || (await isKnown(storage, id))) continue
    return { id, date_from }
  }
  return undefined
}

function isJobOfRun(job: OperationAnswer<'reports.list'>['items'][number], { run, schedule }: LostOrder): boolean {
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

/** True if the job belongs to another run. */
async function isKnown({ db }: Storage, jobId: string): Promise<boolean> {
  const run = await db.selectFrom('report_schedule_runs').select('id').where('job_id', '=', jobId).executeTakeFirst()
  return run !== undefined
}
