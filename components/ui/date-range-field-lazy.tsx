'use client'

import type { DateRangeFieldProps } from './date-range-field'
import { lazyPart } from './lazy-part'
import { Skeleton } from './skeleton'

const Loaded = lazyPart(
  () => import('./date-range-field').then((module) => module.DateRangeField),
  () => <Skeleton className="h-8.5 w-full" />,
)

/** `DateRangeField` that is fetched after the page: use this one from pages. */
export function DateRangeFieldLazy(props: DateRangeFieldProps) {
  return <Loaded {...props} />
}
