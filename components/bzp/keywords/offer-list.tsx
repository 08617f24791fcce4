'use client'

import { useLocale, useTranslations } from 'use-intl'

import { Button } from '@/components/ui/button'
import { Spinner } from '@/components/ui/spinner'
import { formatInteger } from '@/lib/domain/format/format'
import { synonymGroups as groups } from '@/lib/features/bzp/domain/synonym-groups'

import type { AlertFilter } from '../filter/alert-filter'
import { makeOffers, type Offer, applyOffer } from './offers'
import { useFilterCounts } from './use-filter-counts'

/** The maximum of one comparison less one, because its first filter is the original. */
const MAX_OFFERS = 19
export interface OfferListProps {
  readonly id: string
  readonly filter: AlertFilter
  readonly onChange: (keywords: readonly string[]) => void
  /** Whether the filter finds nothing: only what would find something is listed then. */
  readonly isAtZero?: boolean
}

export function OfferList({ id, filter, onChange, isAtZero = false }: OfferListProps) {
  const t = useTranslations('bzp.words')
  const { keywords } = filter
  const offers = makeOffers(keywords, groups, MAX_OFFERS)
  const { countOf, isCounting, isFailed } = useFilterCounts(
    filter,
    offers.map(({ text }) => ({ ...filter, keywords: [text] })),
  )
  const isListed = (_offer: Offer, at: number) => !isAtZero || (countOf(at) ?? 0) > 0
  const listed = offers.filter(isListed)
  if (isAtZero && listed.length === 0) return null
  const keywordsWithOffers = keywords.filter((keyword) => listed.some((offer) => offer.keyword === keyword))
  return (
    <div id={id} role="group" aria-label={t('open')} className="space-y-2.5 rounded-md border p-3">
      {keywordsWithOffers.map((keyword) => (
        <div key={keyword} className="space-y-1">
          <p className="text-sm break-words text-muted">{t('group', { keyword })}</p>
          <div className="flex flex-wrap gap-1.5">
            {offers.map((offer, at) =>
              offer.keyword === keyword && isListed(offer, at) ? (
                <OfferButton
                  key={offer.text}
                  offer={offer}
                  count={countOf(at)}
                  onApply={() => onChange(applyOffer(keywords, offer))}
                />
              ) : null,
            )}
          </div>
        </div>
      ))}
      <p className="flex items-center gap-2 text-sm text-muted">
        {isCounting && <Spinner />}
        {t(offers.length === 0 ? 'none' : 'note')}
      </p>
      {isFailed && <p className="text-sm text-warn-ink">{t('noCounts')}</p>}
    </div>
  )
}

interface OfferButtonProps {
  readonly offer: Offer
  readonly count: number | undefined
  readonly onApply: () => void
}

function OfferButton({ offer: { kind, keyword, text }, count, onApply }: OfferButtonProps) {
  const t = useTranslations('bzp.words')
  const locale = useLocale()
  const isStem = kind === 'stem'
  return (
    <Button size="sm" className="max-w-full" title={isStem ? t('stemTitle', { keyword }) : undefined} onClick={onApply}>
      <span className="truncate">{t(isStem ? 'stem' : 'add', { text })}</span>
      {count !== undefined && <span className="font-normal text-muted tabular">{formatInteger(count, locale)}</span>}
    </Button>
  )
}
