'use client'

import { readPayment } from '@/lib/domain/usage/payment'

import { Banner } from '../banner'
import { LazyPaymentRefusal } from './payment-refusal-lazy'

/** A 402 in a banner of its own, wherever a call can meet one; nothing for other failures. */
export function PaymentBanner({ error, className }: { readonly error: unknown; readonly className?: string }) {
  const payment = readPayment(error)
  if (payment === undefined) return null
  return (
    <Banner tone="danger" className={className}>
      <LazyPaymentRefusal payment={payment} />
    </Banner>
  )
}
