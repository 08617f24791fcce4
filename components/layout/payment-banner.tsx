'use client'

import { paymentOf } from '@/lib/domain/payment'

import { Banner } from './banner'
import { PaymentRefusal } from './payment-refusal-lazy'

/** A 402 in a banner of its own, wherever a call can meet one; nothing for other failures. */
export function PaymentBanner({ error, className }: { readonly error: unknown; readonly className?: string }) {
  const payment = paymentOf(error)
  if (payment === undefined) return null
  return (
    <Banner tone="danger" className={className}>
      <PaymentRefusal payment={payment} />
    </Banner>
  )
}
