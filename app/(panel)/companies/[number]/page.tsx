import type { Metadata } from 'next'

import { CompanyPage } from '@/components/companies/company-page'
import { NoCompanyNumber } from '@/components/companies/frame/no-company-number'
import { Intl } from '@/components/layout/intl'
import { pricedCalls } from '@/lib/contract/prices'
import { readCompanyNumbers } from '@/lib/domain/companies/company-number'
import { maskTyped } from '@/lib/domain/identifiers/personal-number'
import { requireSession } from '@/lib/server/auth'
import { getMessages, getTranslator } from '@/lib/server/i18n'
import { Hydrated, type PanelPrefetch, prefetchQueries } from '@/lib/server/prefetch'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslator('companies')
  // No name: titles go to the history of the browser, and a sole trader is a person.
  return { title: t('title') }
}

export default async function CompanyAddress({ params }: { readonly params: Promise<{ readonly number: string }> }) {
  const session = await requireSession()
  const number = readAddress((await params).number)
  const [numbered] = readCompanyNumbers(number)
  if (numbered === undefined) {
    const messages = await getMessages(['companies'])
    // Masked, because it may be a PESEL that somebody took for a number of a company.
    return (
      <Intl messages={messages}>
        <NoCompanyNumber shown={maskTyped('', number.trim())} />
      </Intl>
    )
  }
  const record: PanelPrefetch = ['companies.part', { params: { number: numbered.value, part: 'record' } }]
  const [messages, state] = await Promise.all([
    getMessages([
      'companies',
      'price',
      'company-graph',
      'company-registers',
      'statements',
      'evidence-file',
      'new-monitor',
    ]),
    prefetchQueries(
      session,
      [
        ['usage.summary', {}],
        ['usage.api', {}],
      ],
      // Answers are kept under the KRS number where there is one: for another it may be asked for in vain.
      [['companies.get', { params: { number } }], ...(numbered.kind === 'krs' ? [record] : [])],
    ),
  ])
  return (
    <Intl messages={messages}>
      <Hydrated state={state}>
        <CompanyPage number={number} calls={pricedCalls()} />
      </Hydrated>
    </Intl>
  )
}

/** As typed; what is no encoded text is no number either. */
function readAddress(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
