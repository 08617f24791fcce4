import { pageTitle, panelPage } from '@/app/panel-page'
import { ChannelsPage as Channels } from '@/components/channels/channels-page'

export const generateMetadata = pageTitle('channels')

export default panelPage(['channels', 'deliveries-errors'], () => ({
  panelQueries: [['channels.list', {}]],
  body: <Channels />,
}))
