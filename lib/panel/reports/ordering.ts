import { monitoringWriters } from '@/lib/contract/operation'
import { addDays } from '@/lib/domain/calendar'
import { doubledWait, instantAfter } from '@/lib/domain/delivery/back-off'
import type { Role } from '@/lib/domain/roles'
import { maySpend } from '@/lib/domain/spending'
import { lockAccount } from '@/lib/storage/engine/account-lock'
import { claimReportRun, reportRunLease } from '@/lib/storage/panel/reports/schedule-runs'
import type { ReportScheduleRunTable, ReportScheduleTable } from '@/lib/storage/panel/reports/schedule-tables'
import { lockReportSchedule, updateReportSchedule } from '@/lib/storage/panel/reports/schedules'
import { TEAM } from '@/lib/storage/panel/saved-views/saved-views'
import { readAccountSettings } from '@/lib/storage/people/account-settings'
import { findMember } from '@/lib/storage/people/members'
import type { Db, Storage } from '@/lib/storage/storage'

import { recordAuditIn } from '../audit/audit'
import type { AskService } from '../context'
import { type OrderRefusal, readOrderRefusal } from './order-refusal'
import { jobOfOrder } from './taken-order'

/** Longer than the service may take to answer. */
const CLAIM_MS = 2 * 60_000
const WAITS = { firstMs: 60_000, longestMs: 30 * 60_000 }

export type Ordering = {
  readonly storage: Storage
  readonly clock: () => Date
  readonly ask: AskService
  /** Who orders, in the claim. */
  readonly by: string
}

/** Orders the report of a run, unless somebody else does. */
export async function orderReport(ordering: Ordering, { id }: ReportScheduleRunTable): Promise<void> {
  const { storage, clock, by } = ordering
  const now = clock()
  const until = instantAfter(now, CLAIM_MS)
  const run = await claimReportRun(storage.db, { id, by, now: now.toISOString(), until })
  if (!run) return
  const schedule = await storage.db
    .selectFrom('report_schedules')
    .selectAll()
    .where('id', '=', run.schedule_id)
    .executeTakeFirst()
  if (!schedule) return
  if (!(await mayOrder(storage.db, schedule)))
    return refuse(ordering, { run, schedule }, { reason: 'role', outlook: 'stop' })
  // One that was tried before may have been taken, and the answer lost.
  const taken = run.attempts > 1 ? await jobOfOrder(ordering, { run, schedule }).catch(readOrderRefusal) : undefined
  if (taken && 'reason' in taken) return refuse(ordering, { run, schedule }, taken)
  if (taken) return accept(ordering, { run, schedule }, { job_id: taken.id, date_from: taken.date_from })
  await send(ordering, { run, schedule }, run.window_from)
}

type Due = { readonly run: ReportScheduleRunTable; readonly schedule: ReportScheduleTable }

async function send(ordering: Ordering, due: Due, from: string): Promise<void> {
  const { run, schedule } = due
  const { source, format, filter_id, monitor_tag } = schedule
  const to = addDays(run.window_to, -1)
  const body = { source, format, date_from: from, date_to: to, filter_id, monitor_tag }
  const answer = await ordering.ask('reports.create', { body }).catch(readOrderRefusal)
  if (!('reason' in answer)) {
    return accept(ordering, due, { job_id: answer.id ?? null, date_from: from })
  }
  const { held } = answer
  // The days before are held by nobody: a report of the others says from when on it is.
  if (held && held.from > from && held.from <= to && to <= held.to) return send(ordering, due, held.from)
  return refuse(ordering, due, answer)
}

type Taken = Pick<ReportScheduleRunTable, 'job_id' | 'date_from'>

function accept({ storage, clock, by }: Ordering, { run, schedule }: Due, taken: Taken): Promise<void> {
  const { engine } = storage
  const now = clock()
  return storage.db.transaction().execute(async (db) => {
    // Before the run, as whoever changes its schedule does.
    await lockAccount(db, engine, run.account_id)
    const ordered = { state: 'ordered', ...taken, reason: null, message: null, retry_at: now.toISOString() } as const
    // An order that outlived its claim is found again by whoever has it now.
    if (!(await reportRunLease.settle(db, { id: run.id, by }, ordered))) return
    const { source, format, filter_id, monitor_tag, name } = schedule
    await recordAuditIn(
      { db, engine },
      {
        accountId: run.account_id,
        actor: 'panel',
        action: 'reportSchedules.order',
        target: schedule.id,
        after: {
          name,
          id: taken.job_id,
          source,
          format,
          filter_id,
          monitor_tag,
          date_from: taken.date_from,
          date_to: addDays(run.window_to, -1),
        },
        now,
      },
    )
  })
}

function refuse({ storage, clock, by }: Ordering, { run, schedule }: Due, refusal: OrderRefusal): Promise<void> {
  const now = clock()
  return storage.db.transaction().execute(async (db) => {
    const { reason, message = null } = refusal
    await lockAccount(db, storage.engine, run.account_id)
    if (refusal.outlook === 'stop') await stopSchedule({ db, engine: storage.engine }, schedule.id, { reason, now })
    const { retryAfterS = 0 } = refusal
    const wait = doubledWait(run.attempts, { ...WAITS, askedMs: retryAfterS * 1000 })
    const retryAt = instantAfter(now, wait)
    const isOver = refusal.outlook !== 'retry' || retryAt >= run.give_up_at
    const change = isOver ? ({ state: 'refused', ended_at: now.toISOString() } as const) : { retry_at: retryAt }
    await reportRunLease.settle(db, { id: run.id, by }, { ...change, reason, message })
  })
}

const stops = ['filter_gone', 'tag_gone', 'role'] as const
type Stop = { readonly reason: OrderRefusal['reason']; readonly now: Date }

/** Nothing more is ordered until somebody saves it again; once, with its entry in the audit log. */
async function stopSchedule(store: Pick<Storage, 'db' | 'engine'>, id: string, { reason, now }: Stop): Promise<void> {
  const schedule = await lockReportSchedule(store, id)
  const stopped = stops.find((each) => each === reason)
  if (!schedule || schedule.stopped !== null || stopped === undefined) return
  await updateReportSchedule(store.db, id, { stopped, stopped_at: now.toISOString() })
  await recordAuditIn(store, {
    accountId: schedule.account_id,
    actor: 'panel',
    action: 'reportSchedules.stop',
    target: id,
    after: { name: schedule.name, stopped },
    now,
  })
}

const writers: readonly Role[] = monitoringWriters

/** It orders what the person who turned it on could order themselves, the team's too. */
async function mayOrder(db: Db, { account_id: account, owner, payer }: ReportScheduleTable): Promise<boolean> {
  const payerId = owner === TEAM ? payer : owner
  // Of the team's from before it was kept, whoever made it is not known.
  if (payerId === null) return true
  const member = await findMember(db, account, payerId)
  if (!member || member.disabled_at !== null || !writers.includes(member.role)) return false
  const { spending_roles: stored } = await readAccountSettings(db, account)
  return maySpend(member.role, stored)
}
