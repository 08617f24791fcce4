import { type MonitorEvent } from '@/lib/contract/events'
import { addDays, type Day, startOfDay } from '@/lib/domain/calendar'
import { isEventSource } from '@/lib/domain/events/sources'
import { HttpError } from '@/lib/http/errors'
import { findAnnouncement } from '@/lib/service/monitors/statements/announcements'
import { countEvents, findEvent, listEventsBefore } from '@/lib/service/monitors/statements/monitor-events'
import type { MonitorEventTable } from '@/lib/service/monitors/tables'

import type { Handler, HandlersOf } from '../http/context'
import { readPage } from '../http/paged-list'
import { toEventDetails } from './event-details'
import { streamEvents, wantsEventStream } from './event-stream'
import { readEventsSince, waitForEvents } from './wait-for-events'

/**
 * Decisions 13 and 13a (updates, waiting for them). Ids become visible in ascending order only, so polling with
 * `next_since` misses no event. HEAD does not wait.
 */
const updates: Handler<'updates.list'> = async ({ query }, context) => {
  if (wantsEventStream(context)) return streamEvents(query, context, toEvent)
  const available = await readEventsSince(query, context)
  const waits = available.length === 0 && query.wait > 0 && context.request.method !== 'HEAD'
  const rows = waits ? await waitForEvents(query, context) : available
  return { items: rows.map(toEvent), next_since: rows.at(-1)?.id ?? query.since }
}

/** Decision 14 (monitor events). Dates are Warsaw days, both inclusive. */
const list: Handler<'monitorEvents.list'> = async ({ query }, { db, account }) => {
  const selection = {
    accountId: account.id,
    source: query.source,
    monitorId: query.monitor_id,
    from: query.date_from && startOfDay(query.date_from).toISOString(),
    until: query.date_to && endOfDay(query.date_to),
  }
  const { rows, ...page } = await readPage<MonitorEventTable>(
    {
      name: 'monitor-events',
      positionOf: ({ id }) => id,
      read: ({ cursor: before, limit }) => listEventsBefore(db, { ...selection, before, limit }),
      count: () => countEvents(db, selection),
    },
    query,
  )
  return { items: rows.map(toEvent), ...page }
}

const get: Handler<'monitorEvents.get'> = async ({ params }, { db, account }) => {
  const event = await findEvent(db, { accountId: account.id, id: params.id })
  if (!event) throw new HttpError('not_found', 'No such event')
  const announcement = await findAnnouncement(db, event.announcement_id)
  return { ...toEvent(event), details: announcement ? toEventDetails(announcement) : null }
}

/** The last representable date has no end, and nothing is later. */
const endOfDay = (day: Day): string | undefined =>
  day >= '9999-12-31' ? undefined : startOfDay(addDays(day, 1)).toISOString()

/** Safe: `publish` writes the sources of announcements, which are a closed list. */
function toEvent({ source, ...row }: MonitorEventTable): MonitorEvent {
  if (!isEventSource(source)) throw new Error(`event ${row.id} has an unknown source: ${source}`)
  const { id, monitor_id, announcement_id, identifier_type, identifier_value, created_at, subject_name, title } = row
  return { id, monitor_id, source, announcement_id, identifier_type, identifier_value, created_at, subject_name, title }
}

export const eventHandlers: HandlersOf<'updates'> & HandlersOf<'monitorEvents'> = {
  'updates.list': updates,
  'monitorEvents.list': list,
  'monitorEvents.get': get,
}
