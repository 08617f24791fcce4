import { pages } from '@/lib/domain/pages'
import { eventPath, routes, silentMonitorsPath } from '@/lib/domain/routes'
import type { AttentionItem, AttentionKind } from '@/lib/features/attention/contract'

/** The panel counts deadlines for claims this near; its module would load the schemas. */
const CLAIMS_WITHIN_DAYS = '7'

type Address = (item: AttentionItem) => string

const pathWith = (path: string, values: Readonly<Record<string, string | null>>): string => {
  const given = Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== null)
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given).toString()}`
}

const oneEvent = (id: string): string => eventPath(Number(id))

/** The list of exactly the things that an item counts, or the only one. */
const addresses: Readonly<Record<AttentionKind, Address>> = {
  urgent_events: ({ id, from, to }) =>
    id === null ? pathWith(routes.events, { severity: 'urgent', from, to }) : oneEvent(id),
  claims: ({ id }) =>
    id === null ? pathWith(routes.events, { claims: CLAIMS_WITHIN_DAYS, state: 'all' }) : oneEvent(id),
  tenders: ({ id }) => pathWith(routes.bzpMatches, id === null ? { state: 'closing' } : { tender: id }),
  deliveries: () => pathWith(routes.notificationDeliveries, { state: 'dead', since: 'week' }),
  channels: () => pathWith(routes.notificationChannels, { stopped: '1' }),
  event_reading: () => routes.events,
  archive: () => pages.reportArchive.path,
  silent_monitors: () => silentMonitorsPath,
  budgets: () => pathWith(routes.notifications, { kind: 'risk' }),
  white_list_schedules: () => routes.whiteList,
  tender_gaps: () => routes.bzpAlerts,
  feeds: () => routes.notificationFeeds,
}

export const attentionPath = (item: AttentionItem): string => addresses[item.kind](item)
