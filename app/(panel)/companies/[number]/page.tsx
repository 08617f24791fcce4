import { pageTitle, panelPage } from '@/app/panel-page'
import { CompanyPage } from '@/components/companies/company-page'
import { NoCompanyNumber } from '@/components/companies/frame/no-company-number'
import { pricedCalls } from '@/lib/contract/prices'
import { readCompanyNumbers } from '@/lib/domain/companies/company-number'
import { maskTyped } from '@/lib/domain/identifiers/personal-number'
import type { PanelPrefetch } from '@/lib/server/prefetch'

export const generateMetadata = pageTitle('companies')

const namespaces = [
  'companies',
  'price',
  'companies-graph',
  'companies-registers',
  'statements',
  'evidence-files',
  'monitors-new',
] as const

export default panelPage(namespaces, ({ params }) => {
  const number = readAddress(params['number'] ?? '')
  const [numbered] = readCompanyNumbers(number)
  // Masked, because it may be a PESEL entered as a company's number.
  if (numbered === undefined) return { body: <NoCompanyNumber shown={maskTyped('', number.trim())} /> }
  const record: PanelPrefetch = ['companies.part', { params: { number: numbered.value, part: 'record' } }]
  return {
    queries: [
      ['usage.summary', {}],
      ['usage.api', {}],
    ],
    // Stored answers use the KRS number if there is one, so other numbers may miss them.
    panelQueries: [['companies.get', { params: { number } }], ...(numbered.kind === 'krs' ? [record] : [])],
    body: <CompanyPage number={number} calls={pricedCalls()} />,
  }
})

/** The typed text; malformed encoding is not a number either. */
function readAddress(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
