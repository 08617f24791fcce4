import { pageTitle, panelPage } from '@/app/panel-page'
import { ChannelsPage as Channels } from '@/components/channels/channels-page'
import { channelsQueries } from '@/components/channels/channels-queries'

export const generateMetadata = pageTitle('channels')

export default panelPage(['channels', 'delivery-errors'], () => ({ panelQueries: channelsQueries, body: <Channels /> }))
