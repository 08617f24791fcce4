import { expect, it } from 'vitest'

import { ApiError } from '../api-error'
import { readPayment } from './payment'

const refusal = (message: string, detail: Record<string, unknown> = {}) =>
  new ApiError(message, { status: 402, code: 'payment_required', detail })
const resets_at = '2026-11-30T23:00:00.000Z'

it.each([
  ['overage', 'overage'],
  ['lookups', 'monthly'],
  ['rdf', 'monthly'],
  ['pdf', 'monthly'],
  ['wpv', 'daily'],
  ['plan', 'plan'],
  ['subscription', 'subscription'],
  ['tokens', 'other'],
])('pool %s gives reason %s', (pool, reason) => {
  const words = 'Used up, in words of the service'
  expect(readPayment(refusal(words, { pool, limit: 500, used: 498, resets_at }))).toEqual({
    reason,
    pool,
    words,
    limit: 500,
    used: 498,
    resetsAt: resets_at,
  })
})

it.each([
  ['The spend cap is reached', 'overage'],
  ['Monthly pool exhausted', 'monthly'],
  ['daily limit of checks reached', 'daily'],
  ['Subscription inactive', 'subscription'],
  ['Your plan has no API access', 'plan'],
  ['The plan’s monthly pool is used up', 'other'],
  ['Payment Required', 'other'],
])('the message "%s" alone gives reason %s and is kept', (words, reason) => {
  expect(readPayment(refusal(words))).toMatchObject({ reason, words, pool: undefined, resetsAt: undefined })
})

it('ignores values that are not valid numbers or instants', () => {
  const odd = { pool: 'rdf', limit: -1, used: 'many', resets_at: 'soon' }
  expect(readPayment(refusal('HTTP 402', odd))).toEqual({
    reason: 'monthly',
    pool: 'rdf',
    words: undefined,
    limit: undefined,
    used: undefined,
    resetsAt: undefined,
  })
})

it('returns undefined for other failures', () => {
  expect(readPayment(new ApiError('no', { status: 403, code: 'role_required' }))).toBeUndefined()
  expect(readPayment(new Error('402'))).toBeUndefined()
})
