'use client'

import dynamic from 'next/dynamic'

/** `PaymentRefusal`, fetched when the first 402 is to be shown. */
export const PaymentRefusal = dynamic(() => import('./payment-refusal').then((module) => module.PaymentRefusal), {
  ssr: false,
})
