'use client'

import { lazyComponent } from '../lazy/lazy-component'
import { Skeleton } from '../skeleton'

/** `DayField`, loaded when it is first shown. Pages should use this one. */
export const DayFieldLazy = lazyComponent(
  async () => (await import('./day-field')).DayField,
  () => <Skeleton className="h-8.5 w-full" />,
)
