import { pageTitle, panelPage } from '@/app/panel-page'
import { RunView } from '@/components/white-list/run/run-view'

export const generateMetadata = pageTitle('white-list', 'run.title')

export default panelPage(['white-list', 'price'], ({ params }) => {
  const { id = '' } = params
  return { panelQueries: [['whiteListRuns.get', { params: { id } }]], body: <RunView id={id} /> }
})
