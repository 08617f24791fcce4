import { randomUUID } from 'node:crypto'

import {
  MAX_WHITE_LIST_SCHEDULES,
  type WhiteListSchedule,
  type WhiteListScheduleBody,
  whiteListScheduleOutcomes,
  whiteListStopReasons,
} from '@/lib/contract/panel/registers/white-list-schedules'
import type { AuditDetails } from '@/lib/domain/audit/audit-words'
import { nextCheck } from '@/lib/domain/white-list/schedule-times'
import { HttpError, ValidationError } from '@/lib/http/errors'
import { inAccount } from '@/lib/storage/engine/account-lock'
import {
  deleteWhiteListSchedule,
  findWhiteListSchedule,
  insertWhiteListSchedule,
  listWhiteListSchedules,
  updateWhiteListSchedule,
} from '@/lib/storage/panel/white-list/schedules'
import type { WhiteListScheduleTable } from '@/lib/storage/panel/white-list/tables'
import type { Db } from '@/lib/storage/storage'

import { recordChange } from '../audit/audit'
import type { PanelContext, PanelHandlersOf } from '../context'
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
    next_at: row.enabled === 1 && stopped === null ? next_at : null,
    last:
      outcome !== undefined && row.last_at !== null
        ? { at: row.last_at, outcome, run_id: row.last_run_id, numbers: row.last_numbers }
        : null,
  }
}

const columnsOf = (body: WhiteListScheduleBody, { user, now }: PanelContext) => ({
  name: body.name,
  tag: body.tag,
  rhythm: body.rhythm,
  weekday: body.weekday,
  hour: body.hour,
  budget_units: body.budget_units,
  after_midnight: body.after_midnight ? 1 : 0,
  enabled: body.enabled ? 1 : 0,
  // Whoever saves it pays from then on.
  payer: user.id,
  next_at: nextCheck(body, now).toISOString(),
  stopped: null,
  stopped_at: null,
})

const detailsOf = (row: ReturnType<typeof columnsOf> | WhiteListScheduleTable): AuditDetails => ({
  name: row.name,
  monitor_tag: row.tag,
  rhythm: row.rhythm,
  ...(row.rhythm === 'weekly' && { weekday: String(row.weekday) }),
  hour: row.hour,
  run_budget_units: row.budget_units,
  after_midnight: row.after_midnight === 1,
  enabled: row.enabled === 1,
})

async function requireSchedule(db: Db, { account }: PanelContext, id: string): Promise<WhiteListScheduleTable> {
  const row = await findWhiteListSchedule(db, { accountId: account.id, id })
  if (row === undefined) throw new HttpError('not_found', 'There is no such schedule')
  return row
}

/** A budget that the tag passes already would only ever stop. */
async function requireWithinBudget(body: WhiteListScheduleBody, { ask }: PanelContext): Promise<void> {
  if (!body.enabled) return
  const { rows } = await readTaggedNumbers(ask, body.tag)
  if (rows.length <= body.budget_units) return
  throw refusedField('budget_units', 'over_budget', `The tag has ${rows.length} numbers, more than the budget`)
}

const refusedField = (field: string, type: string, msg: string) =>
  new ValidationError([{ loc: ['body', field], msg, type }])

async function requireFreeName(db: Db, context: PanelContext, { id, name }: { id?: string; name: string }) {
  const all = await listWhiteListSchedules(db, context.account.id)
  if (all.some((row) => row.name === name && row.id !== id))
    throw refusedField('name', 'name_taken', 'There is a schedule of this name')
  return all
}

/** Two changes never have one instant, or the second of two editors would not be told. */
const later = (now: Date, before: string): string =>
  new Date(Math.max(now.getTime(), Date.parse(before) + 1)).toISOString()

export const whiteListScheduleHandlers: PanelHandlersOf<'whiteListSchedules'> = {
  'whiteListSchedules.list': async (_input, { storage, account }) => ({
    items: (await listWhiteListSchedules(storage.db, account.id)).map(toWhiteListSchedule),
  }),
  'whiteListSchedules.scope': async ({ query }, { ask }) => {
    const { rows, without } = await readTaggedNumbers(ask, query.tag)
    return { numbers: rows.length, without }
  },
  'whiteListSchedules.create': async ({ body }, context) => {
    await requireWithinBudget(body, context)
    return inAccount(context, async (db) => {
      const all = await requireFreeName(db, context, { name: body.name })
      if (all.length >= MAX_WHITE_LIST_SCHEDULES)
        throw new HttpError('limit', 'The account has as many schedules as it may', {
          extra: { limit: MAX_WHITE_LIST_SCHEDULES },
        })
      const at = context.now.toISOString()
      const row: WhiteListScheduleTable = {
        id: randomUUID(),
        account_id: context.account.id,
        created_by: context.user.email,
        created_at: at,
        updated_at: at,
        ...NEVER_RUN,
        ...columnsOf(body, context),
      }
      await insertWhiteListSchedule(db, row)
      await recordChange(db, context, { action: 'whiteListSchedules.create', target: row.id, after: detailsOf(row) })
      return toWhiteListSchedule(row)
    })
  },
  'whiteListSchedules.update': async ({ params, body }, context) => {
    await requireSchedule(context.storage.db, context, params.id)
    await requireWithinBudget(body, context)
    return inAccount(context, async (db) => {
      const before = await requireSchedule(db, context, params.id)
      if (body.updated_at !== undefined && Date.parse(body.updated_at) < Date.parse(before.updated_at))
        throw new HttpError('schedule_changed', 'Somebody else has changed the schedule meanwhile', {
          extra: { schedule: toWhiteListSchedule(before) },
        })
      await requireFreeName(db, context, { id: before.id, name: body.name })
      const change = { ...columnsOf(body, context), updated_at: later(context.now, before.updated_at) }
      await updateWhiteListSchedule(db, before.id, change)
      const details = { before: detailsOf(before), after: detailsOf(change) }
      await recordChange(db, context, { action: 'whiteListSchedules.update', target: before.id, ...details })
      return toWhiteListSchedule({ ...before, ...change })
    })
  },
  'whiteListSchedules.pause': ({ params }, context) =>
    inAccount(context, async (db) => {
      const before = await requireSchedule(db, context, params.id)
      if (before.enabled === 0) return toWhiteListSchedule(before)
      const change = { enabled: 0, updated_at: later(context.now, before.updated_at) }
      await updateWhiteListSchedule(db, before.id, change)
      const details = { before: { enabled: true }, after: { enabled: false } }
      await recordChange(db, context, { action: 'whiteListSchedules.update', target: before.id, ...details })
      return toWhiteListSchedule({ ...before, ...change })
    }),
  'whiteListSchedules.delete': ({ params }, context) =>
    inAccount(context, async (db) => {
      const before = await requireSchedule(db, context, params.id)
      await deleteWhiteListSchedule(db, before.id)
      await recordChange(db, context, {
        action: 'whiteListSchedules.delete',
        target: before.id,
        before: detailsOf(before),
      })
      return undefined
    }),
}

const NEVER_RUN = { last_at: null, last_outcome: null, last_run_id: null, last_numbers: null } as const
