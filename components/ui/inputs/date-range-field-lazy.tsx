'use client'

import { lazyComponent } from '../lazy/lazy-component'
import { Skeleton } from '../skeleton'

/** `DateRangeField` that is fetched after the page: use this one from pages. */
export const DateRangeFieldLazy = lazyComponent(
  async () => (await import('./date-range-field')).DateRangeField,
  () => <Skeleton className="h-8.5 w-full" />,
)
