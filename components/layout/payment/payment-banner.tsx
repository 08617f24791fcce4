'use client'

import { lazyComponent } from '@/components/ui/lazy/lazy-component'
import { readPayment } from '@/lib/domain/usage/payment'

import { Banner } from '../banner'

export const LazyPaymentRefusal = lazyComponent(async () => (await import('./payment-refusal')).PaymentRefusal)

export function PaymentBanner({ error, className }: { readonly error: unknown; readonly className?: string }) {
  const payment = readPayment(error)
  if (payment === undefined) return null
  return (
    <Banner tone="danger" className={className}>
      <LazyPaymentRefusal payment={payment} />
    </Banner>
  )
}
