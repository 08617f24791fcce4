import { warsawDay } from '@/lib/domain/calendar'
import {
  type EventKind,
  isEventKind,
  kindsOfSeverity,
  type SeverityChoices,
  severityOfKind,
} from '@/lib/domain/events/event-kinds'
import { toColleague } from '@/lib/features/bzp/match-view'
import { listColleagues } from '@/lib/features/bzp/statements/readings'
import type { PanelParsed } from '@/lib/features/contract'
import type { PanelContext } from '@/lib/panel/context'

import { listDueClaims } from './claims'
import type { EventReview, StoredEvent } from './contract'
import { unreadAmong } from './event-reads'
import { findReviews } from './statements/event-reviews'
import { readSeverityChoices } from './statements/event-severities'
import { type EventFilter, listFolded } from './statements/panel-events'
import { listReportedLeads } from './statements/reported-events'
import type { EventReviewTable, PanelEventTable } from './tables'

export const readerOf = ({ account, user }: PanelContext) => ({ accountId: account.id, userId: user.id })

type Query =
  | PanelParsed<'events.list' | 'events.updates' | 'events.file'>['query']
  | PanelParsed<'events.markAll'>['body']

export async function eventFilterOf(
  query: Query,
  context: PanelContext,
  choices: SeverityChoices,
): Promise<EventFilter> {
  return {
    accountId: context.account.id,
    leadIds: await leadsOf(query, context),
    sources: query.source,
    tags: query.tag,
    monitorId: query.monitor_id,
    eventId: query.event,
    from: query.date_from,
    to: query.date_to,
    kinds: kindsOfQuery(query, choices),
    q: query.q,
    state: query.state,
    assignee: query.assignee,
    isFolded: true,
  }
}

/** The kinds that the query asks for by severity and by name; undefined if all kinds match. */
export function kindsOfQuery(
  { severity: severities = [], kind: kinds = [] }: Pick<Query, 'severity' | 'kind'>,
  choices: SeverityChoices,
): readonly EventKind[] | undefined {
  const ofSeverity = severities.flatMap((severity) => kindsOfSeverity(severity, choices))
  return common<EventKind>([...(severities.length > 0 ? [ofSeverity] : []), ...(kinds.length > 0 ? [kinds] : [])])
}

/** The first events of the announcements that the query names by what they are for; undefined if it names none. */
async function leadsOf(
  { claims_within: within, notice: noticeId }: Query,
  { account: { id: accountId }, storage: { db }, now }: PanelContext,
): Promise<readonly number[] | undefined> {
  const due = within === undefined ? [] : [await listDueClaims(db, { accountId, today: warsawDay(now), within })]
  const reported = noticeId === undefined ? [] : [await listReportedLeads(db, { accountId, noticeId })]
  return common([...due.map((events) => events.map(({ id }) => id)), ...reported])
}

/** What is in all lists; undefined if there is no list, because then everything matches. */
const common = <T>([first, ...others]: readonly (readonly T[])[]): readonly T[] | undefined =>
  first?.filter((value) => others.every((values) => values.includes(value)))

/** A kind that only a newer version knows. */
const kindOf = ({ kind }: PanelEventTable): EventKind => (isEventKind(kind) ? kind : 'other')

export async function toStoredEvents(
  rows: readonly PanelEventTable[],
  context: PanelContext,
  choices?: SeverityChoices,
): Promise<StoredEvent[]> {
  const { db } = context.storage
  const { id: accountId } = context.account
  const leads = [...new Set(rows.map(({ lead_id: lead }) => lead))]
  const unread = await unreadAmong(db, readerOf(context), leads)
  const groups = await listFolded(db, accountId, leads)
  const reviews = await viewReviews([...(await findReviews(db, accountId, leads)).values()], context)
  const severities = choices ?? (await readSeverityChoices(db, accountId))
  return rows.map((row) => {
    const { source, announcement_id, subject_name, title, created_at, day } = row
    const kind = kindOf(row)
    return {
      ...toReportingMonitor(row),
      source,
      announcement_id,
      subject_name,
      title,
      created_at,
      day,
      kind,
      severity: severityOfKind(kind, severities),
      review: reviews.get(row.lead_id) ?? null,
      is_unread: unread.has(row.lead_id),
      also: (groups.get(row.lead_id) ?? []).filter(({ id }) => id !== row.id).map(toReportingMonitor),
    }
  })
}

const toReportingMonitor = ({ id, monitor_id, identifier_type, identifier_value }: PanelEventTable) => ({
  id,
  monitor_id,
  identifier_type,
  identifier_value,
})

/** By the first event of their announcement. */
export async function viewReviews(
  rows: readonly EventReviewTable[],
  { storage, account }: Pick<PanelContext, 'storage' | 'account'>,
): Promise<Map<number, EventReview>> {
  const isAssigned = rows.some(({ assignee_id: assignee }) => assignee !== null)
  const colleagues = isAssigned ? await listColleagues(storage.db, account.id) : []
  const view = ({ reviewed_at: at, reviewed_by: by, assignee_id, note }: EventReviewTable): EventReview => {
    const assignee = colleagues.find(({ user_id }) => user_id === assignee_id)
    return { reviewed: at === null ? null : { at, by }, assignee: assignee ? toColleague(assignee) : null, note }
  }
  return new Map(rows.map((row) => [row.event_id, view(row)]))
}
