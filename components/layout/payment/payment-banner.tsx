'use client'

import { lazyComponent } from '@/components/ui/lazy/lazy-component'
import { readPayment } from '@/lib/domain/usage/payment'

import { Banner } from '../banner'

/** `PaymentRefusal`, fetched when the first 402 is to be shown. */
export const LazyPaymentRefusal = lazyComponent(async () => (await import('./payment-refusal')).PaymentRefusal)

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
