'use client'

import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, useId } from 'react'
import { useLocale, useTranslations } from 'use-intl'

import { QueryFailed } from '@/components/layout/query-states'
import { Button } from '@/components/ui/button'
import { Card, CardBody } from '@/components/ui/card'
import { lazyComponent } from '@/components/ui/lazy/lazy-component'
import { isMissing } from '@/lib/domain/api-error'
import { formatInteger } from '@/lib/domain/format/format'

import type { CpvOffersProps } from '../cpv/cpv-offers'
import { type AlertFilter, toPreviewBody, writeFilter } from '../filter/alert-filter'
import type { OfferListProps } from '../keywords/offer-list'
import { VariantsLine } from '../search/variants-line'
import { type BlockingConditions, readBlockingConditions } from './effects'
import { explainQuery } from './explain-query'
import { useConditionWords } from './use-condition-words'

const LazyOfferList = lazyComponent<OfferListProps>(async () => (await import('../keywords/offer-list')).OfferList)
const LazyCpvOffers = lazyComponent<CpvOffersProps>(async () => (await import('../cpv/cpv-offers')).CpvOffers)

export interface WhyZeroProps {
  readonly filter: AlertFilter
  readonly onChoose: (filter: AlertFilter) => void
}

/**
 * Offers other forms of the keywords, and codes of the same meaning, that find something, with their counts. Finds the smallest set of conditions to
 * remove so that something matches; for a service that does not explain counts, conditions are tried one by one.
 */
export function WhyZero({ filter, onChoose }: WhyZeroProps) {
  const id = useId()
  return (
    <>
      <Conditions filter={filter} onChoose={onChoose} />
      {filter.keywords.length > 0 && (
        <LazyOfferList id={id} filter={filter} onChange={(keywords) => onChoose({ ...filter, keywords })} isAtZero />
      )}
      {filter.keywords.length > 0 && filter.cpv.length === 0 && <LazyCpvOffers filter={filter} onChoose={onChoose} />}
    </>
  )
}

function Conditions({ filter, onChoose }: WhyZeroProps) {
  const explanation = useQuery(explainQuery(toPreviewBody(filter)))
  if (isMissing(explanation.error))
    return <VariantsLine key={writeFilter(filter)} filter={filter} goal="widen" onChoose={onChoose} />
  if (explanation.isError) return <Failed query={explanation} />
  const culprits = explanation.data && readBlockingConditions(explanation.data, filter)
  return culprits === undefined ? null : <Answer culprits={culprits} filter={filter} onChoose={onChoose} />
}

function Failed({ query }: Pick<ComponentProps<typeof QueryFailed>, 'query'>) {
  const t = useTranslations('bzp.whyZero')
  return (
    <Card title={t('title')} titleId="why-zero-title">
      <QueryFailed query={query} contentName={t('what')} />
    </Card>
  )
}

function Answer({ culprits, filter, onChoose }: WhyZeroProps & { readonly culprits: BlockingConditions }) {
  const t = useTranslations('bzp.whyZero')
  const locale = useLocale()
  const nameOf = useConditionWords()
  const { conditions, after } = culprits
  const names = new Intl.ListFormat(locale).format(conditions.map((condition) => nameOf(condition, filter)))
  return (
    <Card title={t('title')} titleId="why-zero-title">
      <CardBody className="space-y-2">
        <p role="status" className="break-words">
          {t('text', { count: conditions.length, names })}{' '}
          {typeof after === 'number' && t('after', { count: conditions.length, found: formatInteger(after, locale) })}
        </p>
        <Button size="sm" onClick={() => onChoose(culprits.filter)}>
          {t('drop', { count: conditions.length })}
        </Button>
      </CardBody>
    </Card>
  )
}
