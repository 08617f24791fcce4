import { pageTitle, panelPage } from '@/app/panel-page'
import { SearchPage } from '@/components/search/search-page'

export const generateMetadata = pageTitle('search')

export default panelPage(['search'], () => ({ body: <SearchPage /> }))
