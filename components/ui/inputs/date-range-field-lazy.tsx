'use client'

import { lazyComponent } from '../lazy/lazy-component'
import { Skeleton } from '../skeleton'
import type { DateRangeFieldProps } from './date-range-field'

const Loaded = lazyComponent(
  async () => (await import('./date-range-field')).DateRangeField,
  () => <Skeleton className="h-8.5 w-full" />,
)

/** `DateRangeField` that is fetched after the page: use this one from pages. */
export function DateRangeFieldLazy(props: DateRangeFieldProps) {
  return <Loaded {...props} />
}
