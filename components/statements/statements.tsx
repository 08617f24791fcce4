'use client'

import { useTranslations } from 'use-intl'

import { PageHeader } from '@/components/layout/page-header'
import { usePoolRoom } from '@/components/meters/price-line'
import { usePriceWords } from '@/components/meters/use-price-words'
import { Card, CardBody } from '@/components/ui/card'
import { DataList, DataRow } from '@/components/ui/data-list'
import type { PricedCall } from '@/lib/contract/prices'

import { CompanyPicker } from './company-picker'
import { RecentCompanies } from './recent-companies'

/** Where one begins who wants the statements of a company: which one, what was asked before, and what it costs. */
export function Statements({ calls }: { readonly calls: readonly PricedCall[] }) {
  const t = useTranslations('statements')
  return (
    <>
      <PageHeader title={t('title')} subtitle={t('subtitle')} />
      <div className="grid items-start gap-4 frame:grid-cols-[minmax(0,2fr)_minmax(16rem,1fr)]">
        <div className="space-y-4">
          <CompanyPicker />
          <RecentCompanies />
        </div>
        <StatementPrices calls={calls} />
      </div>
    </>
  )
}

const priced = ['rdf_documents', 'rdf_financials', 'rdf_document', 'rdf_archive'] as const

/** What each of it costs, and what is left. */
function StatementPrices({ calls }: { readonly calls: readonly PricedCall[] }) {
  const t = useTranslations('statements.page')
  const price = useTranslations('price')
  const words = usePriceWords()
  const { left } = usePoolRoom('rdf')
  return (
    <Card title={t('prices')}>
      <CardBody className="py-1.5">
        <DataList>
          {priced.map((key) => {
            const call = calls.find(({ name }) => name === key.replace('_', '.'))
            if (call === undefined) return null
            const most = words('rdf', call.units)
            const { unitsFrom } = call
            return (
              <DataRow key={key} label={t(`priceOf.${key}`)}>
                <span className="whitespace-nowrap">
                  {unitsFrom === undefined ? most : price('range', { from: unitsFrom, price: most })}
                </span>
              </DataRow>
            )
          })}
        </DataList>
        {typeof left === 'number' && <p className="pt-2 font-medium">{t('left', { left: words('rdf', left) })}</p>}
        <p className="py-2 text-sm text-muted">{t('pricesAbout')}</p>
      </CardBody>
    </Card>
  )
}
