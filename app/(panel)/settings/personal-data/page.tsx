import { pageTitle, panelPage } from '@/app/panel-page'
import { PersonalData } from '@/components/personal-data/personal-data'
import { retentionQueries } from '@/components/personal-data/retention-queries'

export const generateMetadata = pageTitle('personal-data')

export default panelPage(['personal-data'], () => ({ panelQueries: retentionQueries, body: <PersonalData /> }))
