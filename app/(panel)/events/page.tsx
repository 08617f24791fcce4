import { pageTitle, panelPage } from '@/app/panel-page'
import { eventAddress } from '@/components/events/event-search'
import { Events } from '@/components/events/events'
import { eventsQueries } from '@/components/events/events-queries'

export const generateMetadata = pageTitle('events')

export default panelPage(['events'], ({ query }) => {
  const search = eventAddress.read(query)
  return { panelQueries: eventsQueries(search), body: <Events /> }
})
