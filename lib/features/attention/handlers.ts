import { monitoringReaders } from '@/lib/contract/operation'
import { addDays, type Day, warsawDay, warsawMonth } from '@/lib/domain/calendar'
import { type EventKind, kindsOfSeverity } from '@/lib/domain/events/event-kinds'
import { archiveOperations } from '@/lib/features/archive/contract'
import { filterOfState } from '@/lib/features/bzp/match-filter'
import { countFilteredProcedures, listMatches } from '@/lib/features/bzp/statements/matches'
import { listVisibleTenderRules, type TenderRule } from '@/lib/features/bzp/statements/readings'
import { deliveryViewer } from '@/lib/features/deliveries/delivery-view'
import { countVisibleDeliveries } from '@/lib/features/deliveries/statements/deliveries'
import { listDueClaims } from '@/lib/features/events/claims'
import { readSeverityChoices } from '@/lib/features/events/statements/event-severities'
import { countStoredEvents, listStoredEventsBefore } from '@/lib/features/events/statements/panel-events'
import { rolesOfRule } from '@/lib/features/rules/contract/conditions'
import { isNearBudget } from '@/lib/features/rules/domain/risk-budget'
import type { PanelContext, PanelHandlersOf } from '@/lib/panel/context'
import { asViewer } from '@/lib/panel/owned'
import type { Db } from '@/lib/storage/storage'

import { type AttentionItem, type AttentionKind, attentionKinds } from './contract'
import { countSilentMonitors, listRiskBudgets, readStandstills } from './statements'

/** Deadlines for claims count from this many days before their end, as does the rule's default. */
const CLAIMS_WITHIN_DAYS = 7
const DELIVERIES_WITHIN_DAYS = 7
/** A refusal that lasts longer than a short outage of the service. */
const STANDSTILL_MS = 3_600_000
const DAY_MS = 86_400_000

type Finding = Partial<Pick<AttentionItem, 'id' | 'from' | 'to'>> & { readonly count: number }
type Findings = Partial<Record<AttentionKind, Finding>>

/** The id leads to the only thing; a list leads to more of them. */
const findingOf = (ids: readonly number[]): Finding => ({
  count: ids.length,
  id: ids.length === 1 ? String(ids[0]) : null,
})

async function findEvents({ storage: { db }, account }: PanelContext, today: Day): Promise<Findings> {
  const accountId = account.id
  const recent = { from: addDays(today, -1), to: today }
  const kinds = kindsOfSeverity('urgent', await readSeverityChoices(db, accountId))
  const claims = await listDueClaims(db, { accountId, today, within: CLAIMS_WITHIN_DAYS })
  return {
    urgent_events: await findOpen(db, { accountId, kinds, ...recent }),
    claims: findingOf(claims.map(({ id }) => id)),
  }
}

type OpenEvents = {
  readonly accountId: string
  readonly kinds: readonly EventKind[]
  readonly from: Day
  readonly to: Day
}

/** Counts what nobody has reviewed, as the list that the address leads to does. */
async function findOpen(db: Db, range: OpenEvents): Promise<Finding> {
  const filter = { ...range, state: 'open', isFolded: true } as const
  const count = await countStoredEvents(db, filter)
  const [only] = count === 1 ? await listStoredEventsBefore(db, filter, { before: undefined, limit: 1 }) : []
  return { count, id: only === undefined ? null : String(only.id), from: range.from, to: range.to }
}

async function findTenders(context: PanelContext): Promise<Findings> {
  const { db } = context.storage
  const viewer = asViewer(context)
  const closing = filterOfState('closing', context.now)
  const count = await countFilteredProcedures(db, viewer, closing)
  const [only] = count === 1 ? await listMatches(db, viewer, { ...closing, limit: 1 }) : []
  const isBehind = ({ missing, problem }: TenderRule) => missing > 0 || problem !== null
  const alerts = context.isEmbedded ? [] : await listVisibleTenderRules(db, viewer)
  return {
    tenders: { count, id: only?.tender_id ?? null },
    tender_gaps: { count: alerts.filter(isBehind).length },
  }
}

async function findBudgets(context: PanelContext): Promise<Findings> {
  const rules = await listRiskBudgets(context.storage.db, { ...asViewer(context), month: warsawMonth(context.now) })
  const isNearlyUsed = ({ condition, used_units: used }: (typeof rules)[number]) => {
    // Safe: every condition of a risk rule has a budget.
    const { budget_units: budget } = JSON.parse(condition) as { readonly budget_units: number }
    return isNearBudget(used, budget)
  }
  return { budgets: { count: rules.filter(isNearlyUsed).length } }
}

/** What only members who read monitoring may see; finance gets none of it. */
async function findMonitoring(context: PanelContext, today: Day): Promise<Findings> {
  const silent = context.isEmbedded ? await countSilentMonitors(context.storage.db, context.account.id) : 0
  return {
    ...(await findEvents(context, today)),
    ...(await findTenders(context)),
    ...(rolesOfRule.risk.read.includes(context.user.role) && (await findBudgets(context))),
    silent_monitors: { count: silent },
  }
}

async function findDeliveries(context: PanelContext): Promise<Findings> {
  const since = new Date(context.now.getTime() - DELIVERIES_WITHIN_DAYS * DAY_MS).toISOString()
  const failed = { state: 'dead', since } as const
  return { deliveries: { count: await countVisibleDeliveries(context.storage.db, deliveryViewer(context), failed) } }
}

type Standstills = NonNullable<Awaited<ReturnType<typeof readStandstills>>>

function findStandstills(
  { reading_code: code, read_at: readAt, archive_state: archive, archive_off_reason: reason, ...rest }: Standstills,
  { now, user }: PanelContext,
): Findings {
  const isReader = monitoringReaders.some((role) => role === user.role)
  const lateBefore = new Date(now.getTime() - STANDSTILL_MS).toISOString()
  const isReadingLate = code !== null && (readAt === null || readAt < lateBefore)
  const isArchiveStopped = archive === 'failing' || (archive === 'off' && reason !== null)
  const seesArchive = archiveOperations['archive.get'].roles.some((role) => role === user.role)
  return {
    channels: { count: isReader ? Number(rest.channels_off) : 0 },
    white_list_schedules: { count: isReader ? Number(rest.schedules_stopped) : 0 },
    feeds: { count: isReader ? Number(rest.feeds_revoked) : 0 },
    event_reading: { count: Number(isReader && isReadingLate) },
    archive: { count: Number(seesArchive && isArchiveStopped) },
  }
}

export const attentionHandlers: PanelHandlersOf<'attention'> = {
  'attention.get': async (_input, context) => {
    const today = warsawDay(context.now)
    const isReader = monitoringReaders.some((role) => role === context.user.role)
    const standstills = await readStandstills(context.storage.db, asViewer(context))
    const found: Findings = {
      ...(isReader && (await findMonitoring(context, today))),
      ...(await findDeliveries(context)),
      ...(standstills && findStandstills(standstills, context)),
    }
    const items = attentionKinds.flatMap((kind): AttentionItem | [] => {
      const { count, ...rest } = found[kind] ?? { count: 0 }
      return count === 0 ? [] : { kind, count, id: null, from: null, to: null, ...rest }
    })
    return { items, archives_reports: standstills?.archive_enabled === 1 }
  },
}
