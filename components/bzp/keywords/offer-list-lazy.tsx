import { lazyComponent } from '@/components/ui/lazy/lazy-component'

import type { OfferListProps } from './offer-list'

/** Fetched, with the synonyms, when they are asked for. */
export const LazyOfferList = lazyComponent<OfferListProps>(async () => (await import('./offer-list')).OfferList)
