import { expect, it } from 'vitest'

import { ApiError } from '@/lib/domain/api-error'
import { readPayment } from '@/lib/domain/usage/payment'

import { findPaymentRemedy } from './payment-remedy'

const zeroCap = { spend_cap_pln: 0, max_overage_pln: 0, unit_grosz: 8, trial: false }
const refused = (pool: string, limit = 500) => {
  const payment = readPayment(new ApiError('no', { status: 402, code: 'payment_required', detail: { pool, limit } }))
  if (payment === undefined) throw new Error('The error is not a payment refusal.')
  return payment
}

it.each([
  ['overage', true, undefined, 'raise'],
  ['overage', false, undefined, 'askOwner'],
  ['lookups', true, zeroCap, 'zeroCap'],
  ['lookups', false, zeroCap, 'zeroCapAsk'],
  ['lookups', true, { ...zeroCap, trial: true }, 'monthly'],
  ['lookups', true, { ...zeroCap, unit_grosz: 0 }, 'monthly'],
  ['lookups', true, { ...zeroCap, spend_cap_pln: null }, 'monthly'],
  ['lookups', true, undefined, 'monthly'],
  ['rdf', true, zeroCap, 'monthly'],
  ['wpv', true, undefined, 'daily'],
  ['plan', true, undefined, 'plan'],
  ['subscription', false, undefined, 'subscription'],
  ['gold', true, undefined, 'other'],
] as const)('for pool %s (may change the cap: %s, meter %o) returns %s', (...row) => {
  const [pool, mayChangeCap, meter, way] = row
  expect(findPaymentRemedy(refused(pool), { mayChangeCap, meter })).toBe(way)
})

it('does not offer a raise above the highest cap', () => {
  expect(findPaymentRemedy(refused('overage', 100_000), { mayChangeCap: true, meter: undefined })).toBe('monthly')
})
