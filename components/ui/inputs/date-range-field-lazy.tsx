'use client'

import { lazyComponent } from '../lazy/lazy-component'
import { Skeleton } from '../skeleton'

/** `DateRangeField`, loaded after the page. Pages should use this one. */
export const DateRangeFieldLazy = lazyComponent(
  async () => (await import('./date-range-field')).DateRangeField,
  () => <Skeleton className="h-8.5 w-full" />,
)
