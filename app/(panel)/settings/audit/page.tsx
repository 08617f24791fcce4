import { pageTitle, panelPage } from '@/app/panel-page'
import { Audit } from '@/components/audit/audit'
import { auditQueries } from '@/components/audit/audit-queries'
import { auditAddress } from '@/components/audit/audit-search'

export const generateMetadata = pageTitle('audit')

export default panelPage(['audit'], ({ query }) => {
  const search = auditAddress.read(query)
  return { panelQueries: auditQueries(search), body: <Audit /> }
})
