'use client'

import { lazyComponent } from '@/components/ui/lazy/lazy-component'

/** `PaymentRefusal`, fetched when the first 402 is to be shown. */
export const LazyPaymentRefusal = lazyComponent(() =>
  import('./payment-refusal').then((module) => module.PaymentRefusal),
)
