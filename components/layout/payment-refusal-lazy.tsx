'use client'

import { lazyPart } from '@/components/ui/lazy-part'

/** `PaymentRefusal`, fetched when the first 402 is to be shown. */
export const PaymentRefusal = lazyPart(() => import('./payment-refusal').then((module) => module.PaymentRefusal))
