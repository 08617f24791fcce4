import { isApiError } from '@/lib/domain/api-error'
import { maskPesels } from '@/lib/domain/identifiers/identifiers'
import { maySpend, readSpendingRoles } from '@/lib/domain/spending'
import { readAccountSettings } from '@/lib/features/account-settings/statements'
import type { AuditDetails } from '@/lib/features/audit/domain/audit-words'
import { HttpError, ValidationError } from '@/lib/http/errors'
import type { PanelContext, PanelHandlersOf } from '@/lib/panel/context'
import { defineOwned } from '@/lib/panel/owned'
import { TEAM_OWNER } from '@/lib/storage/owned'

import { MAX_REPORT_SCHEDULES, type ReportSchedule, type ReportScheduleBody } from './contract'
import { firstWindowStart, nextReport, type PlannedReport, type ReportPlan } from './domain/schedule-times'
import { toReportRun, toReportSchedule } from './schedule-view'
import { cancelWaitingRuns, countReportRuns, listLastReportRuns, listReportRuns } from './statements/runs'
import { reportScheduleRows } from './statements/schedules'
import type { ReportScheduleTable } from './tables'

const detailsOf = (row: ReportScheduleTable): AuditDetails => ({
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
  is_team: row.owner === TEAM_OWNER,
  enabled: row.enabled === 1,
})

export const reportSchedules = defineOwned({
  rows: reportScheduleRows,
  noun: 'reportSchedules',
  label: 'schedule of reports',
  maxCount: MAX_REPORT_SCHEDULES,
  changed: ['schedule_changed', 'schedule'],
  details: detailsOf,
  show: async (db, rows, context): Promise<ReportSchedule[]> => {
    const runs = new Map((await listLastReportRuns(db, context.account.id)).map((run) => [run.schedule_id, run]))
    return rows.map((row) => toReportSchedule(row, runs.get(row.id), context))
  },
})

export const reportScheduleHandlers: PanelHandlersOf<'reportSchedules'> = {
  'reportSchedules.list': (_input, context) => reportSchedules.list(context),
  'reportSchedules.create': async ({ body }, context) => {
    const { user, now } = context
    await requireMaySpend(context)
    const content = await checkContent(body, context)
    return reportSchedules.create(context, (baseColumns) => {
      const columns = { ...baseColumns, created_by: user.id, payer: user.id, ...columnsOf(body, context), ...content }
      return withNext({ ...columns, ...firstRunFields(body, now) }, now)
    })
  },
  'reportSchedules.update': async ({ params: { id }, body: { updated_at, ...body } }, context) => {
    const { storage, now } = context
    await reportSchedules.require(storage.db, context, id)
    if (body.enabled) await requireMaySpend(context)
    const content = await checkContent(body, context)
    return reportSchedules.change({ id, updated_at }, context, async (tx, before) => {
      if (!body.enabled) await cancelWaitingRuns(tx, id, now.toISOString())
      const to = { ...columnsOf(body, context), ...content, ...changedTimes(before, { ...body, now }) }
      return { to: { ...to, next_at: withNext({ ...before, ...to }, now).next_at } }
    })
  },
  // Deletes the schedule with its runs; reports that it ordered stay.
  'reportSchedules.delete': ({ params }, context) => reportSchedules.remove(params.id, context),
  'reportSchedules.runs': async ({ params, query }, context) => {
    const { db } = context.storage
    const { id } = await reportSchedules.require(db, context, params.id)
    const found = await listReportRuns(db, id, { before: query.cursor, limit: query.limit + 1 })
    const page = found.slice(0, query.limit)
    const next_cursor = found.length > page.length ? (page.at(-1)?.window_to ?? null) : null
    return { items: page.map(toReportRun), total: await countReportRuns(db, id), next_cursor }
  },
}

/** The orders of a schedule count against the plan, so only users who may order reports can enable one. */
async function requireMaySpend({ storage, account, user }: PanelContext): Promise<void> {
  const { spending_roles: stored } = await readAccountSettings(storage.db, account.id)
  if (maySpend(user.role, stored)) return
  throw new HttpError('spending_not_allowed', 'The account does not let your role order reports', {
    extra: { roles: readSpendingRoles(stored) },
  })
}

const refusalAt = (path: string, type: string, { msg, input }: { msg: string; input: unknown }) =>
  new ValidationError([{ loc: ['body', path], msg, type, input }])

/** Refuses a missing filter or tag when saving, because it would stop the schedule at its first run. */
async function checkContent(body: ReportScheduleBody, context: PanelContext): Promise<{ filter_name: string | null }> {
  if (maskPesels(body.name) !== body.name) {
    throw refusalAt('name', 'personal_number', { msg: 'A PESEL has no place in a name', input: '' })
  }
  await requireTag(body.monitor_tag, context)
  if (body.filter_id === null) return { filter_name: null }
  const { filter_id: id } = body
  const filter = await context.callService('filters.get', { params: { filter_id: id } }).catch((error: unknown) => {
    if (!isApiError(error) || error.status !== 404) throw error
    throw refusalAt('filter_id', 'unknown_filter', { msg: 'There is no such filter', input: id })
  })
  return { filter_name: filter.name ?? id }
}

/** A remote service does not list its tags, so a wrong tag is only found when the first report is ordered. */
async function requireTag(tag: string | null, { callService, isEmbedded }: PanelContext): Promise<void> {
  if (tag === null || !isEmbedded) return
  const { items } = await callService('monitors.tags', {})
  if (items.some((each) => each.tag === tag)) return
  throw refusalAt('monitor_tag', 'unknown_tag', { msg: 'No monitor has the tag', input: tag })
}

const firstRunFields = (plan: ReportPlan, now: Date) => ({
  starts_at: now.toISOString(),
  planned_until: firstWindowStart(plan, now),
})

const contentFields = ['source', 'format', 'filter_id', 'monitor_tag'] as const
const planFields = ['rhythm', 'period', 'weekday', 'month_day', 'hour'] as const

/**
 * A new rhythm continues after the last report. A new content, or enabling the schedule, begins with a whole period. A
 * schedule that the panel had stopped catches up on what it missed.
 */
function changedTimes(before: ReportScheduleTable, after: ReportScheduleBody & { readonly now: Date }) {
  const { now } = after
  if (before.enabled === 0) return firstRunFields(after, now)
  if (before.stopped !== null) return {}
  if (contentFields.some((field) => before[field] !== after[field])) return firstRunFields(after, now)
  const isSamePlan =
    planFields.every((field) => before[field] === after[field]) && (before.working_days === 1) === after.working_days
  return isSamePlan ? {} : { starts_at: now.toISOString() }
}

const columnsOf = ({ is_team: isTeam, ...body }: ReportScheduleBody, { user }: PanelContext) => ({
  ...body,
  working_days: Number(body.working_days),
  enabled: Number(body.enabled),
  owner: isTeam ? TEAM_OWNER : user.id,
  stopped: null,
  stopped_at: null,
  ...(body.enabled && { payer: user.id }),
})

/** Adds the time of the next report. */
const withNext = <T extends Pick<ReportScheduleTable, 'enabled'> & PlannedReport>(row: T, now: Date) => ({
  ...row,
  next_at: row.enabled === 0 ? null : nextReport(row, now).at.toISOString(),
})
