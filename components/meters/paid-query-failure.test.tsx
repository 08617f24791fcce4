import { expect, it, vi } from 'vitest'

import { ApiError } from '@/lib/domain/api-error'
import { rendered } from '@/lib/testing/pages/rendered'
import common from '@/messages/pl/common.json'
import layout from '@/messages/pl/layout.json'
import price from '@/messages/pl/price.json'

import { PaidQueryFailure } from './paid-query-failure'

vi.mock('next/navigation', () => ({ usePathname: () => '/companies/0000000018' }))

const NOT_CHARGED = 'Nic nie pobrano.'
const MAYBE_CHARGED = 'Nie wiadomo, czy usługa naliczyła opłatę.'

const renderFailure = (error: Error | null) =>
  rendered(<PaidQueryFailure error={error} />, { messages: { common, layout, price } }).replaceAll(/<[^>]*>/g, ' ')
const failure = (status: number, code: string, detail = {}) =>
  new ApiError(code, { status, code, requestId: 'req-9', detail })

it('renders nothing if nothing failed', () => expect(renderFailure(null)).toBe(''))

it.each([
  ['an unknown company', failure(404, 'not_found'), 'Rejestr nic o tej firmie nie ma.'],
  ['a query without a known identifier', failure(404, 'not_askable'), 'Nie wiadomo, jak o to zapytać'],
  ['a query that a colleague is running', failure(409, 'asked_already'), 'Ktoś z konta pyta właśnie o to samo.'],
])('for %s shows the reason', (...[, error, reason]) => {
  expect(renderFailure(error)).toContain(reason)
  expect(renderFailure(error)).toContain(NOT_CHARGED)
})

// Other reasons load when they are needed; `query-states.test.tsx` covers their words.
it.each([
  ['a role that may not spend', failure(403, 'spending_not_allowed'), NOT_CHARGED],
  ['a flood of calls', failure(429, 'rate_limited'), NOT_CHARGED],
  ['a service that fails', failure(500, 'internal'), MAYBE_CHARGED],
  ['a service that is slow', failure(504, 'upstream_timeout'), MAYBE_CHARGED],
  ['a lost connection', new ApiError('gone', { kind: 'network', status: 0, code: 'network' }), MAYBE_CHARGED],
  ['an unreadable answer', new ApiError('x', { kind: 'shape', status: 200, code: 'unknown_shape' }), MAYBE_CHARGED],
  ['anything else', new Error('x'), MAYBE_CHARGED],
])('for %s shows whether units were charged', (...[, error, cost]) => {
  expect(renderFailure(error)).toContain(cost)
  expect(renderFailure(error)).not.toContain(cost === MAYBE_CHARGED ? NOT_CHARGED : MAYBE_CHARGED)
})

it('shows the request id for support', () => {
  expect(renderFailure(failure(500, 'internal'))).toContain('req-9')
})

// The text of a payment refusal is a lazy component, covered by `payment-refusal` and the browser tests.
it.each(['lookups', 'overage', 'plan', 'subscription'])(
  'shows that nothing was charged if pool %s is refused',
  (pool) => {
    expect(renderFailure(failure(402, 'payment_required', { pool }))).toContain(NOT_CHARGED)
  },
)
