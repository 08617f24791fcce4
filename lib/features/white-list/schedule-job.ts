import { randomUUID } from 'node:crypto'

import { nextTime } from '@/lib/domain/rhythm/rhythm'
import { recordAudit } from '@/lib/features/audit/audit'
import { forEachDueRow } from '@/lib/panel/each-due'
import type { PanelJob, PanelJobDependencies } from '@/lib/panel/job'
import type { DueRow } from '@/lib/storage/due'
import { type AccountTx, inAccounts } from '@/lib/storage/engine/account-lock'
import type { Db } from '@/lib/storage/storage'

import { makeRun, mayPay } from './make-run'
import { findWhiteListRun } from './statements/runs'
import { whiteListScheduleRows } from './statements/schedules'
import type { WhiteListScheduleTable } from './tables'
import { readTaggedNumbers, type TaggedNumbers } from './tagged-numbers'

type ScheduleJobDependencies = Pick<PanelJobDependencies, 'storage' | 'clock' | 'log' | 'callFor' | 'isEmbedded'>

/** Starts the checks that are due. Several missed ones become one. */
const startDue = (dependencies: ScheduleJobDependencies, stopping?: AbortSignal): Promise<void> =>
  forEachDueRow(dependencies, {
    table: 'white_list_schedules',
    job: whiteListSchedulesJob.name,
    failureMessage: 'a scheduled white-list check was not started',
    work: (dueRow, now) => {
      const account = { ...dueRow, id: dueRow.account_id }
      const tagged = (tag: string) => readTaggedNumbers(dependencies.callFor(account), tag)
      return startOne({ storage: dependencies.storage, now }, dueRow, tagged)
    },
    failed: ({ id }, now) =>
      whiteListScheduleRows.update(dependencies.storage.db, id, { last_at: now.toISOString(), ...UNREACHABLE }),
    stopping,
  })

/** The schedule stays due and is retried in the next run. */
const UNREACHABLE = { last_outcome: 'unreachable', last_run_id: null, last_numbers: null } as const

export const whiteListSchedulesJob: PanelJob = { name: 'white-list.schedules', everyMs: 60_000, run: startDue }

type StartContext = Pick<PanelJobDependencies, 'storage'> & { readonly now: Date }
type ReadTag = (tag: string) => Promise<TaggedNumbers>

async function startOne({ storage, now }: StartContext, dueRow: DueRow, read: ReadTag): Promise<void> {
  const before = await whiteListScheduleRows.read(storage.db, dueRow.id)
  if (before === undefined) return
  const tagged = await read(before.tag)
  await inAccounts(storage, [dueRow.account_id], async (db) => {
    const schedule = await whiteListScheduleRows.read(db, dueRow.id)
    if (schedule === undefined || !isDue(schedule, before, now)) return
    const outcome = await outcomeOf(db, schedule, tagged)
    const startInput = { db, schedule, now }
    const run_id = outcome === 'started' ? await start(startInput, tagged) : null
    await whiteListScheduleRows.update(db, schedule.id, {
      next_at: isStop(outcome) ? null : nextTime(schedule, now).toISOString(),
      last_at: now.toISOString(),
      last_outcome: outcome,
      last_run_id: run_id,
      last_numbers: tagged.rows.length,
      ...(isStop(outcome) && { stopped: outcome, stopped_at: now.toISOString() }),
    })
    if (isStop(outcome)) await notifyStop(startInput, outcome)
  })
}

type StartedCheck = {
  readonly db: AccountTx
  readonly schedule: WhiteListScheduleTable
  readonly now: Date
}

async function start({ db, schedule, now }: StartedCheck, { rows }: TaggedNumbers): Promise<string> {
  const { account_id, name, created_by, payer, budget_units: budget } = schedule
  const id = randomUUID()
  const fields = { id, account_id, schedule_id: schedule.id, name, created_by, payer }
  const run = await makeRun(db, { ...fields, afterMidnight: schedule.after_midnight === 1, budget, now }, rows)
  const after = { schedule: name, rows: run?.rows ?? 0, numbers: run?.numbers ?? 0 }
  const entry = { accountId: account_id, actor: created_by, action: 'whiteListRuns.create', target: id } as const
  await recordAudit(db, { ...entry, after, now })
  return id
}

/** False if another process has started the check, or a user has changed it, while its numbers were read. */
const isDue = (current: WhiteListScheduleTable, before: WhiteListScheduleTable, now: Date): boolean =>
  current.next_at !== null && current.next_at <= now.toISOString() && current.updated_at === before.updated_at

type Outcome = 'started' | 'over_budget' | 'no_numbers' | 'still_running' | 'payer'
const isStop = (outcome: Outcome): outcome is 'over_budget' | 'payer' =>
  outcome === 'over_budget' || outcome === 'payer'

async function outcomeOf(db: Db, schedule: WhiteListScheduleTable, { rows }: TaggedNumbers): Promise<Outcome> {
  const { account_id: accountId, payer, budget_units, last_run_id: lastId } = schedule
  if (!(await mayPay(db, accountId, payer))) return 'payer'
  if (rows.length === 0) return 'no_numbers'
  if (rows.length > budget_units) return 'over_budget'
  const last = lastId === null ? undefined : await findWhiteListRun(db, { accountId, id: lastId })
  return last?.state === 'running' || last?.state === 'waiting' ? 'still_running' : 'started'
}

async function notifyStop({ db, schedule, now }: StartedCheck, stopped: string): Promise<void> {
  const { id, account_id: accountId, created_by: actor } = schedule
  await recordAudit(db, {
    accountId,
    actor,
    action: 'whiteListSchedules.stop',
    target: id,
    after: { stopped },
    now,
  })
}
