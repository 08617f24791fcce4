'use client'

import { useTranslations } from 'use-intl'

import { lazyComponent } from '@/components/ui/lazy/lazy-component'

import { Disclosure } from '../disclosure'
import type { OfferListProps } from './offer-list'

/** The list is loaded with the synonyms when the user opens it. */
const LazyOfferList = lazyComponent<OfferListProps>(async () => (await import('./offer-list')).OfferList)

/** Suggests other forms and synonyms of the keywords on request; they are never applied automatically. */
export function KeywordOffers({ filter, onChange }: Omit<OfferListProps, 'id'>) {
  const t = useTranslations('bzp.words')
  if (filter.keywords.length === 0) return null
  return (
    <div className="-mt-2 space-y-1.5">
      <Disclosure label={t('open')}>{(id) => <LazyOfferList id={id} filter={filter} onChange={onChange} />}</Disclosure>
    </div>
  )
}
