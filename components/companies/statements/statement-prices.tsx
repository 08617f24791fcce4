'use client'

import { useTranslations } from 'use-intl'

import { asRoute } from '@/components/layout/as-route'
import { usePoolRoom } from '@/components/meters/price-line'
import { usePriceWords } from '@/components/meters/use-price-words'
import { Card, CardBody } from '@/components/ui/card'
import { DataList, DataRow } from '@/components/ui/data-list'
import { Link } from '@/components/ui/link'
import type { PricedCall } from '@/lib/contract/prices'
import { statementsSearchPath } from '@/lib/domain/routes'

const pricedOperations = ['rdf_documents', 'rdf_financials', 'rdf_document', 'rdf_archive'] as const

/** What each query about statements costs, and the statements queried last on the account. */
export function StatementPrices({ calls }: { readonly calls: readonly PricedCall[] }) {
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
        <p className="py-2 text-sm text-muted">
          {t('pricesAbout')}{' '}
          <Link href={asRoute(statementsSearchPath)} className="text-accent-ink underline underline-offset-2">
            {t('recent')}
          </Link>
        </p>
      </CardBody>
    </Card>
  )
}
