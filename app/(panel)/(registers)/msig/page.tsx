import { pageTitle, panelPage } from '@/app/panel-page'
import { MsigIssues } from '@/components/registers/msig/msig-issues'
import { issuesInput, msigAddress } from '@/components/registers/msig/msig-search'
import { getTranslator } from '@/lib/server/i18n'

export const generateMetadata = pageTitle('registers-msig')

export default panelPage(['registers'], async ({ query }) => {
  const t = await getTranslator('registers-msig')
  const search = msigAddress.read(query)
  return {
    queries: [['msig.issues', issuesInput(search)]],
    body: <MsigIssues title={t('title')} subtitle={t('subtitle')} />,
  }
})
