import { pages } from '@/lib/domain/pages'
import { eventPath, routes, silentMonitorsPath } from '@/lib/domain/routes'
import type { AttentionItem, AttentionKind } from '@/lib/features/attention/contract'

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
  claims: ({ id, from, to }) =>
    id === null ? pathWith(routes.events, { kind: 'bankruptcy', source: 'krz', state: 'all', from, to }) : oneEvent(id),
  tenders: ({ id }) => pathWith(routes.bzpMatches, { tender: id }),
  deliveries: () => pathWith(routes.notificationDeliveries, { state: 'dead', since: 'week' }),
  channels: () => routes.notificationChannels,
  event_reading: () => routes.events,
  archive: () => pages.reportArchive.path,
  silent_monitors: () => silentMonitorsPath,
  budgets: () => pathWith(routes.notifications, { kind: 'risk' }),
}

export const attentionPath = (item: AttentionItem): string => addresses[item.kind](item)
