import { pageTitle, panelPage } from '@/app/panel-page'
import { MsigIssues } from '@/components/registers/msig/msig-issues'
import { issuesInput, msigAddress } from '@/components/registers/msig/msig-search'

export const generateMetadata = pageTitle('register-names', 'msig.page')

export default panelPage(['registers'], ({ query }) => ({
  queries: [['msig.issues', issuesInput(msigAddress.read(query))]],
  body: <MsigIssues />,
}))
