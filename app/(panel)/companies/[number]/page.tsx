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
  'krs-fields',
  'statements',
  'evidence-files',
  'monitors-new',
] as const

export default panelPage(namespaces, ({ params }) => {
  const number = decodeNumber(params['number'] ?? '')
  const [companyNumber] = readCompanyNumbers(number)
  // Masked, because it may be a PESEL entered as a company's number.
  if (companyNumber === undefined) return { body: <NoCompanyNumber shown={maskTyped('', number.trim())} /> }
  const record: PanelPrefetch = ['companies.part', { params: { number: companyNumber.value, part: 'record' } }]
  return {
    queries: [
      ['usage.summary', {}],
      ['usage.api', {}],
    ],
    // Stored answers use the KRS number if there is one, so other numbers may miss them.
    panelQueries: [['companies.get', { params: { number } }], ...(companyNumber.kind === 'krs' ? [record] : [])],
    body: <CompanyPage number={number} calls={pricedCalls()} />,
  }
})

/** Returns malformed encoding unchanged, which is then no company number. */
function decodeNumber(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
