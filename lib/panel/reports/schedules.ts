import { randomUUID } from 'node:crypto'

import {
  MAX_REPORT_SCHEDULES,
  type ReportSchedule,
  type ReportScheduleBody,
} from '@/lib/contract/panel/report-schedules'
import { isApiError } from '@/lib/domain/api-error'
import type { AuditDetails } from '@/lib/domain/audit/audit-words'
import { maskPesels } from '@/lib/domain/identifiers/identifiers'
import { firstPlanned, type ReportPlan } from '@/lib/domain/reports/schedule-times'
import { maySpend, readSpendingRoles } from '@/lib/domain/spending'
import { HttpError, ValidationError } from '@/lib/http/errors'
import { type AccountTx, inAccount } from '@/lib/storage/engine/account-lock'
import { cancelWaitingRuns, listReportRuns } from '@/lib/storage/panel/reports/schedule-runs'
import type { ReportScheduleTable } from '@/lib/storage/panel/reports/schedule-tables'
import {
  countReportSchedules,
  deleteReportSchedule,
  findReportScheduleNamed,
  findSeenReportSchedule,
  insertReportSchedule,
  lockReportSchedule,
  type SeenReportSchedule,
  updateReportSchedule,
} from '@/lib/storage/panel/reports/schedules'
import { TEAM } from '@/lib/storage/panel/saved-views/saved-views'
import { readAccountSettings } from '@/lib/storage/people/account-settings'
import type { Db } from '@/lib/storage/storage'

import { recordChange } from '../audit/audit'
import type { PanelContext } from '../context'
import { scheduleSeerOf, toReportSchedule } from './schedule-view'

export async function requireReportSchedule(db: Db, context: PanelContext, id: string): Promise<SeenReportSchedule> {
  const schedule = await findSeenReportSchedule(db, scheduleSeerOf(context), id)
  if (!schedule) throw new HttpError('not_found', 'There is no such schedule of reports')
  return schedule
}

type Edit = ReportScheduleBody & { readonly updated_at?: string | undefined }

export async function createReportSchedule(body: ReportScheduleBody, context: PanelContext): Promise<ReportSchedule> {
  const { account, user, now } = context
  await requireMaySpend(context)
  const content = await checkedContent(body, context)
  const at = now.toISOString()
  const id = randomUUID()
  return inAccount(context, async (db) => {
    if ((await countReportSchedules(db, account.id)) >= MAX_REPORT_SCHEDULES) {
      const extra = { limit: MAX_REPORT_SCHEDULES }
      throw new HttpError('limit', `An account has at most ${MAX_REPORT_SCHEDULES} schedules of reports`, { extra })
    }
    const columns = { ...columnsOf(body, context), ...content }
    const row = {
      ...columns,
      id,
      account_id: account.id,
      created_by: user.id,
      payer: user.id,
      created_at: at,
      updated_at: at,
      stopped: null,
      stopped_at: null,
      ...beginning(body, now),
    }
    await requireFreeName(db, row)
    await insertReportSchedule(db, row)
    await tell(db, context, { action: 'reportSchedules.create', id, after: detailsOf(row) })
    return readOne(db, context, id)
  })
}

export async function changeReportSchedule(id: string, body: Edit, context: PanelContext): Promise<ReportSchedule> {
  const { storage, now } = context
  await requireReportSchedule(storage.db, context, id)
  if (body.enabled) await requireMaySpend(context)
  const content = await checkedContent(body, context)
  return inAccount(context, async (db) => {
    await lockReportSchedule(db, id)
    const before = await requireReportSchedule(db, context, id)
    requireUnchanged(before, body.updated_at, context)
    const columns = { ...columnsOf(body, context), ...content }
    await requireFreeName(db, { ...before, ...columns })
    const payer = body.enabled ? { payer: context.user.id } : {}
    const after = {
      ...columns,
      ...payer,
      ...changedTimes(before, { ...body, now }),
      updated_at: later(now, before.updated_at),
    }
    await updateReportSchedule(db, id, { ...after, stopped: null, stopped_at: null })
    if (!body.enabled) await cancelWaitingRuns(db, id, now.toISOString())
    await tell(db, context, {
      action: 'reportSchedules.update',
      id,
      before: detailsOf(before),
      after: detailsOf({ ...before, ...columns }),
    })
    return readOne(db, context, id)
  })
}

export const removeReportSchedule = (id: string, context: PanelContext): Promise<void> =>
  inAccount(context, async (db) => {
    await lockReportSchedule(db, id)
    const before = await requireReportSchedule(db, context, id)
    await deleteReportSchedule(db, id)
    await tell(db, context, { action: 'reportSchedules.delete', id, before: detailsOf(before) })
  })

async function readOne(db: Db, context: PanelContext, id: string): Promise<ReportSchedule> {
  const [run] = await listReportRuns(db, id, { before: undefined, limit: 1 })
  return toReportSchedule(await requireReportSchedule(db, context, id), run, context)
}

/** What it orders counts against the plan: only who may order may have it ordered. */
async function requireMaySpend({ storage, account, user }: PanelContext): Promise<void> {
  const { spending_roles: stored } = await readAccountSettings(storage.db, account.id)
  if (maySpend(user.role, stored)) return
  throw new HttpError('spending_not_allowed', 'The account does not let your role order reports', {
    extra: { roles: readSpendingRoles(stored) },
  })
}

const refusedAt = (path: string, type: string, { msg, input }: { msg: string; input: unknown }) =>
  new ValidationError([{ loc: ['body', path], msg, type, input }])

/** A filter or a tag that is not there would stop the schedule at its first run: said now. */
async function checkedContent(
  body: ReportScheduleBody,
  context: PanelContext,
): Promise<{ filter_name: string | null }> {
  if (maskPesels(body.name) !== body.name) {
    throw refusedAt('name', 'personal_number', { msg: 'A PESEL has no place in a name', input: '' })
  }
  await requireTag(body.monitor_tag, context)
  if (body.filter_id === null) return { filter_name: null }
  const { filter_id: id } = body
  const filter = await context.ask('filters.get', { params: { filter_id: id } }).catch((error: unknown) => {
    if (!isApiError(error) || error.status !== 404) throw error
    throw refusedAt('filter_id', 'unknown_filter', { msg: 'There is no such filter', input: id })
  })
  return { filter_name: filter.name ?? id }
}

/** A service elsewhere does not list tags: there a wrong one is found when the first report is ordered. */
async function requireTag(tag: string | null, { ask, isEmbedded }: PanelContext): Promise<void> {
  if (tag === null || !isEmbedded) return
  const { items } = await ask('monitors.tags', {})
  if (items.some((each) => each.tag === tag)) return
  throw refusedAt('monitor_tag', 'unknown_tag', { msg: 'No monitor has the tag', input: tag })
}

const planOf = ({ rhythm, period, weekday, month_day, hour, working_days }: ReportPlan): ReportPlan => ({
  rhythm,
  period,
  weekday,
  month_day,
  hour,
  working_days,
})

const beginning = (plan: ReportPlan, now: Date) => ({
  starts_at: now.toISOString(),
  planned_until: firstPlanned(planOf(plan), now),
})

const contentFields = ['source', 'format', 'filter_id', 'monitor_tag'] as const
const planFields = ['rhythm', 'period', 'weekday', 'month_day', 'hour'] as const

/**
 * Another rhythm goes on where the last report ended. Another content begins with a whole period, and so does one that somebody
 * switches on. One that the panel had stopped makes up what it missed.
 */
function changedTimes(before: ReportScheduleTable, after: ReportScheduleBody & { readonly now: Date }) {
  const { now } = after
  if (before.enabled === 0) return beginning(after, now)
  if (before.stopped !== null) return {}
  if (contentFields.some((field) => before[field] !== after[field])) return beginning(after, now)
  const isSamePlan =
    planFields.every((field) => before[field] === after[field]) && (before.working_days === 1) === after.working_days
  return isSamePlan ? {} : { starts_at: now.toISOString() }
}

function columnsOf(body: ReportScheduleBody, { user }: PanelContext) {
  const { name, source, format, filter_id, monitor_tag } = body
  return {
    name,
    source,
    format,
    filter_id,
    monitor_tag,
    ...planOf(body),
    working_days: body.working_days ? 1 : 0,
    enabled: body.enabled ? 1 : 0,
    owner: body.is_team ? TEAM : user.id,
  }
}

/** Two changes never have one instant, or the second of two editors would not be told. */
const later = (now: Date, before: string): string =>
  new Date(Math.max(now.getTime(), Date.parse(before) + 1)).toISOString()

function requireUnchanged(row: SeenReportSchedule, seenAt: string | undefined, context: PanelContext): void {
  if (seenAt === undefined || Date.parse(seenAt) >= Date.parse(row.updated_at)) return
  throw new HttpError('schedule_changed', 'Somebody else has changed the schedule meanwhile', {
    extra: { schedule: toReportSchedule(row, undefined, context) },
  })
}

async function requireFreeName(db: Db, row: Pick<ReportScheduleTable, 'id' | 'account_id' | 'owner' | 'name'>) {
  const other = await findReportScheduleNamed(db, row)
  if (!other || other.id === row.id) return
  throw refusedAt('name', 'name_taken', { msg: 'There is a schedule of this name', input: row.name })
}

type Told = {
  readonly action: 'reportSchedules.create' | 'reportSchedules.update' | 'reportSchedules.delete'
  readonly id: string
  readonly before?: AuditDetails
  readonly after?: AuditDetails
}

const detailsOf = (row: ReturnType<typeof columnsOf> & { readonly filter_name: string | null }): AuditDetails => ({
  name: row.name,
  source: row.source,
  format: row.format,
  filter_id: row.filter_id,
  monitor_tag: row.monitor_tag,
  rhythm: row.rhythm,
  period: row.period,
  ...(row.rhythm === 'weekly' && { weekday: String(row.weekday) }),
  ...(row.rhythm === 'monthly' && { month_day: row.month_day === 0 ? 'last' : row.month_day }),
  hour: row.hour,
  working_days: row.working_days === 1,
  is_team: row.owner === TEAM,
  enabled: row.enabled === 1,
})

async function tell(db: AccountTx, context: PanelContext, { action, id, before, after }: Told): Promise<void> {
  await recordChange(db, context, { action, target: id, before, after })
}
