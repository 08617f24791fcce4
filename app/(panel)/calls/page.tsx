import { pageTitle, panelPage } from '@/app/panel-page'
import { Calls } from '@/components/calls/calls'
import { callsAddress, toCallsQuery } from '@/components/calls/calls-address'

export const generateMetadata = pageTitle('calls')

export default panelPage(['calls', 'console', 'register-names', 'pools'], ({ query }) => ({
  panelQueries: [['calls.list', toCallsQuery(callsAddress.read(query))]],
  body: <Calls />,
}))
