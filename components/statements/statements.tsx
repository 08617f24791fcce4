'use client'

import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'

import { asRoute } from '@/components/layout/as-route'
import { PageHeader } from '@/components/layout/page-header'
import { sumUnits } from '@/components/meters/price'
import { usePoolRoom } from '@/components/meters/price-line'
import { usePriceWords } from '@/components/meters/use-price-words'
import { ResourceList } from '@/components/shared/resource-list'
import { Card, CardBody } from '@/components/ui/card'
import { DataList, DataRow } from '@/components/ui/data-list'
import { EmptyState } from '@/components/ui/empty-state'
import { Link } from '@/components/ui/link'
import { Time } from '@/components/ui/time'
import type { PanelAnswer } from '@/lib/client/client'
import { panelQuery } from '@/lib/client/queries'
import type { PricedCall } from '@/lib/contract/prices'
import { companyPath } from '@/lib/domain/routes'

import { CompanyPicker } from './company-picker'

type Company = PanelAnswer<'statements.companies'>['items'][number]

const companyColumns = {
  company: { isTitle: true, bar: 'w-64', line: 'h-9.5' },
  asked: { bar: 'w-40' },
  paid: { isEnd: true },
}

function RecentCompanies() {
  const t = useTranslations('statements.page')
  const companies = useQuery(panelQuery('statements.companies', {}))
  return (
    <Card title={t('recent')}>
      <ResourceList
        query={companies}
        contentName={t('recentWhat')}
        expectedRows={4}
        empty={<EmptyState title={t('recentEmpty')}>{t('recentEmptyWhy')}</EmptyState>}
        label={t('recent')}
        columns={companyColumns}
        nameOf={t}
        keyOf={({ number }) => number}
        row={{ className: 'align-top' }}
        cells={({ number, name, parts }) => ({
          company: (
            <>
              <Link
                href={asRoute(companyPath(number, 'statements'))}
                className="text-accent-ink underline-offset-2 hover:underline"
              >
                <span dir="auto" className="break-words">
                  {name ?? number}
                </span>
              </Link>
              {name !== null && <span className="block text-sm font-normal text-muted tabular">{number}</span>}
            </>
          ),
          asked: parts.map(({ part, asked_at: at }) => (
            <span key={part} className="block">
              {t(`what_${part}`)} <Time instant={at} className="text-muted" />
            </span>
          )),
          paid: <PaidParts parts={parts} />,
        })}
      />
    </Card>
  )
}

function PaidParts({ parts }: Pick<Company, 'parts'>) {
  const t = useTranslations('statements.page')
  const words = usePriceWords()
  const units = sumUnits(parts)
  return units === null ? t('unknownCost') : words('rdf', units)
}

export function Statements({ calls }: { readonly calls: readonly PricedCall[] }) {
  const t = useTranslations('statements')
  return (
    <>
      <PageHeader title={t('title')} subtitle={t('subtitle')} />
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,2fr)_minmax(16rem,1fr)]">
        <div className="space-y-4">
          <CompanyPicker />
          <RecentCompanies />
        </div>
        <StatementPrices calls={calls} />
      </div>
    </>
  )
}

const pricedOperations = ['rdf_documents', 'rdf_financials', 'rdf_document', 'rdf_archive'] as const

function StatementPrices({ calls }: { readonly calls: readonly PricedCall[] }) {
  const t = useTranslations('statements.page')
  const price = useTranslations('price')
  const words = usePriceWords()
  const { unitsLeft } = usePoolRoom('rdf')
  return (
    <Card title={t('prices')}>
      <CardBody className="py-1.5">
        <DataList>
          {pricedOperations.map((key) => {
            const call = calls.find(({ name }) => name === key.replace('_', '.'))
            if (call === undefined) return null
            const maxPrice = words('rdf', call.units)
            const { unitsFrom } = call
            return (
              <DataRow key={key} label={t(`priceOf.${key}`)}>
                <span className="whitespace-nowrap">
                  {unitsFrom === undefined ? maxPrice : price('range', { from: unitsFrom, price: maxPrice })}
                </span>
              </DataRow>
            )
          })}
        </DataList>
        {typeof unitsLeft === 'number' && (
          <p className="pt-2 font-medium">{t('left', { left: words('rdf', unitsLeft) })}</p>
        )}
        <p className="py-2 text-sm text-muted">{t('pricesAbout')}</p>
      </CardBody>
    </Card>
  )
}
