import type { Metadata } from 'next'

import { type PageProps, panelPage } from '@/app/panel-page'
import { CompanyPage } from '@/components/companies/company-page'
import { companyTabs } from '@/components/companies/company-tabs'
import { NoCompanyNumber } from '@/components/companies/frame/no-company-number'
import { CompanyMonitorsLazy } from '@/components/monitors/detail/company-monitors-lazy'
import { pricedCalls } from '@/lib/contract/prices'
import { readCompanyNumbers } from '@/lib/domain/companies/company-number'
import { companyTitle } from '@/lib/domain/companies/company-title'
import { maskTyped } from '@/lib/domain/identifiers/personal-number'
import { getTranslator } from '@/lib/server/i18n'
import type { PanelPrefetch } from '@/lib/server/prefetch'

export async function generateMetadata({ params, searchParams }: PageProps): Promise<Metadata> {
  const [{ number = '' }, search, t] = await Promise.all([params, searchParams, getTranslator('companies')])
  const tab = companyTabs.find((each) => each === search['tab'] && each !== 'summary')
  return { title: companyTitle(decodeNumber(number), tab && t(`tabs.${tab}`)) ?? t('title') }
}

const namespaces = [
  'companies',
  'price',
  'companies-graph',
  'companies-registers',
  'krs-fields',
  'statements',
  'evidence-files',
  'monitors',
  'monitors-detail',
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
    body: <CompanyPage number={number} calls={pricedCalls()} watching={<CompanyMonitorsLazy number={number} />} />,
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
