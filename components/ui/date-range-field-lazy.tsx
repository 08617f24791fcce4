'use client'

import dynamic from 'next/dynamic'

import type { DateRangeFieldProps } from './date-range-field'
import { Skeleton } from './skeleton'

const Loaded = dynamic(() => import('./date-range-field').then((module) => module.DateRangeField), {
  ssr: false,
  loading: () => <Skeleton className="h-8.5 w-full" />,
})

/** `DateRangeField` that is fetched after the page: use this one from pages. */
export function DateRangeFieldLazy(props: DateRangeFieldProps) {
  return <Loaded {...props} />
}
