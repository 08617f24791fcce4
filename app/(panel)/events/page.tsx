import { pageTitle, panelPage } from '@/app/panel-page'
import { eventAddress, toFilterQuery } from '@/components/events/event-search'
import { Events } from '@/components/events/events'
import { eventsQueries } from '@/components/events/events-queries'
import { warsawDay } from '@/lib/domain/calendar'

export const generateMetadata = pageTitle('events')

export default panelPage(['events', 'krs-fields'], ({ query }) => {
  const filter = toFilterQuery(eventAddress.read(query), warsawDay(new Date()))
  return { panelQueries: eventsQueries(filter), body: <Events /> }
})
