'use client'

import { useLocale, useTranslations } from 'use-intl'

import { Button } from '@/components/ui/button'
import { Spinner } from '@/components/ui/spinner'
import { synonymGroups as groups } from '@/lib/domain/bzp/synonym-groups'
import { formatInteger } from '@/lib/domain/format/format'

import type { AlertFilter } from '../filter/alert-filter'
import { makeOffers, type Offer, takeOffer } from './offers'
import { MAX_OFFERS, useOfferCounts } from './use-offer-counts'

export interface OfferListProps {
  readonly id: string
  readonly filter: AlertFilter
  readonly onChange: (keywords: readonly string[]) => void
}

/** A button for each form and synonym, with what it finds. */
export function OfferList({ id, filter, onChange }: OfferListProps) {
  const t = useTranslations('bzp.words')
  const { keywords } = filter
  const offers = makeOffers(keywords, groups, MAX_OFFERS)
  const { countOf, isCounting, isFailed } = useOfferCounts(filter, offers)
  const asked = keywords.filter((keyword) => offers.some((offer) => offer.keyword === keyword))
  return (
    <div id={id} role="group" aria-label={t('open')} className="space-y-2.5 rounded-md border p-3">
      {asked.map((keyword) => (
        <div key={keyword} className="space-y-1">
          <p className="text-sm break-words text-muted">{t('group', { keyword })}</p>
          <div className="flex flex-wrap gap-1.5">
            {offers.map((offer, at) =>
              offer.keyword === keyword ? (
                <OfferButton
                  key={offer.text}
                  offer={offer}
                  count={countOf(at)}
                  onTake={() => onChange(takeOffer(keywords, offer))}
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
  readonly onTake: () => void
}

function OfferButton({ offer: { kind, keyword, text }, count, onTake }: OfferButtonProps) {
  const t = useTranslations('bzp.words')
  const locale = useLocale()
  const isStem = kind === 'stem'
  return (
    <Button size="sm" className="max-w-full" title={isStem ? t('stemTitle', { keyword }) : undefined} onClick={onTake}>
      <span className="truncate">{t(isStem ? 'stem' : 'add', { text })}</span>
      {count !== undefined && <span className="font-normal text-muted tabular">{formatInteger(count, locale)}</span>}
    </Button>
  )
}
