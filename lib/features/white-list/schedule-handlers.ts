import { nextTime } from '@/lib/domain/rhythm/rhythm'
import type { AuditDetails } from '@/lib/features/audit/domain/audit-words'
import { ValidationError } from '@/lib/http/errors'
import type { PanelContext, PanelHandlersOf } from '@/lib/panel/context'
import { defineOwned } from '@/lib/panel/owned'
import type { AccountTx } from '@/lib/storage/engine/account-lock'

import {
  MAX_WHITE_LIST_SCHEDULES,
  type WhiteListSchedule,
  type WhiteListScheduleBody,
  whiteListScheduleOutcomes,
  whiteListStopReasons,
} from './contract/schedules'
import { detachScheduleFromRuns } from './statements/runs'
import { whiteListScheduleRows } from './statements/schedules'
import type { WhiteListScheduleTable } from './tables'
import { readTaggedNumbers } from './tagged-numbers'

function toWhiteListSchedule(row: WhiteListScheduleTable): WhiteListSchedule {
  const { id, name, tag, rhythm, weekday, hour, budget_units, created_by, created_at, updated_at, next_at } = row
  const reason = whiteListStopReasons.find((known) => known === row.stopped)
  const stopped = reason !== undefined && row.stopped_at !== null ? { reason, at: row.stopped_at } : null
  const outcome = whiteListScheduleOutcomes.find((known) => known === row.last_outcome)
  return {
    id,
    name,
    tag,
    rhythm,
    weekday,
    hour,
    budget_units,
    after_midnight: row.after_midnight === 1,
    enabled: row.enabled === 1,
    created_by,
    created_at,
    updated_at,
    stopped,
    next_at,
    last:
      outcome !== undefined && row.last_at !== null
        ? { at: row.last_at, outcome, run_id: row.last_run_id, numbers: row.last_numbers }
        : null,
  }
}

const columnsOf = (body: WhiteListScheduleBody, { user, now }: PanelContext) => ({
  ...body,
  after_midnight: Number(body.after_midnight),
  enabled: Number(body.enabled),
  // The user who saves the schedule pays from then on.
  payer: user.id,
  next_at: body.enabled ? nextTime(body, now).toISOString() : null,
  stopped: null,
  stopped_at: null,
})

const detailsOf = (row: WhiteListScheduleTable): AuditDetails => ({
  name: row.name,
  monitor_tag: row.tag,
  rhythm: row.rhythm,
  ...(row.rhythm === 'weekly' && { weekday: String(row.weekday) }),
  hour: row.hour,
  run_budget_units: row.budget_units,
  after_midnight: row.after_midnight === 1,
  enabled: row.enabled === 1,
})

/** Refuses a budget below the current size of the tag, because every check would stop. */
async function requireWithinBudget(body: WhiteListScheduleBody, { callService }: PanelContext): Promise<void> {
  if (!body.enabled) return
  const { rows } = await readTaggedNumbers(callService, body.tag)
  if (rows.length <= body.budget_units) return
  const msg = `The tag has ${rows.length} numbers, more than the budget`
  throw new ValidationError([{ loc: ['body', 'budget_units'], msg, type: 'over_budget' }])
}

/** Deletes the schedule but not the runs that it started. */
async function erase(tx: AccountTx, { id }: WhiteListScheduleTable): Promise<undefined> {
  await detachScheduleFromRuns(tx, id)
  await whiteListScheduleRows.delete(tx, id)
}

const whiteListSchedules = defineOwned({
  rows: whiteListScheduleRows,
  noun: 'whiteListSchedules',
  label: 'schedule',
  maxCount: MAX_WHITE_LIST_SCHEDULES,
  changed: ['schedule_changed', 'schedule'],
  details: detailsOf,
  show: (_db, rows) => rows.map(toWhiteListSchedule),
  erase,
})

const NEVER_RUN = { last_at: null, last_outcome: null, last_run_id: null, last_numbers: null } as const

export const whiteListScheduleHandlers: PanelHandlersOf<'whiteListSchedules'> = {
  'whiteListSchedules.list': (_input, context) => whiteListSchedules.list(context),
  'whiteListSchedules.scope': async ({ query }, { callService }) => {
    const { rows, without } = await readTaggedNumbers(callService, query.tag)
    return { numbers: rows.length, without }
  },
  'whiteListSchedules.create': async ({ body }, context) => {
    await requireWithinBudget(body, context)
    const created_by = context.user.email
    return whiteListSchedules.create(context, (generated) => ({
      ...generated,
      created_by,
      ...NEVER_RUN,
      ...columnsOf(body, context),
    }))
  },
  'whiteListSchedules.update': async ({ params: { id }, body: { updated_at, ...body } }, context) => {
    await whiteListSchedules.require(context.storage.db, context, id)
    await requireWithinBudget(body, context)
    return whiteListSchedules.change({ id, updated_at }, context, () => ({ to: columnsOf(body, context) }))
  },
  'whiteListSchedules.pause': ({ params }, context) =>
    whiteListSchedules.change(params, context, (_tx, { enabled }) =>
      enabled === 0
        ? undefined
        : { to: { enabled: 0, next_at: null }, before: { enabled: true }, after: { enabled: false } },
    ),
  'whiteListSchedules.delete': ({ params }, context) => whiteListSchedules.remove(params.id, context),
}
