import { expect, it, vi } from 'vitest'

import { ApiError } from '@/lib/domain/api-error'
import { rendered } from '@/lib/testing/pages/rendered'
import common from '@/messages/pl/common.json'
import layout from '@/messages/pl/layout.json'
import price from '@/messages/pl/price.json'

import { PaidQueryFailure } from './paid-query-failure'

vi.mock('next/navigation', () => ({ usePathname: () => '/companies/0000000018' }))

const NOT_CHARGED = 'Nic nie pobrano.'
const MAYBE = 'Nie wiadomo, czy usługa naliczyła opłatę.'

const shown = (error: Error | null) =>
  rendered(<PaidQueryFailure error={error} />, { messages: { common, layout, price } }).replaceAll(/<[^>]*>/g, ' ')
const refused = (status: number, code: string, detail = {}) =>
  new ApiError(code, { status, code, requestId: 'req-9', detail })

it('renders nothing if nothing failed', () => expect(shown(null)).toBe(''))

it.each([
  ['an unknown company', refused(404, 'not_found'), 'Rejestr nic o tej firmie nie ma.', NOT_CHARGED],
  ['a query without a known identifier', refused(404, 'not_askable'), 'Nie wiadomo, jak o to zapytać', NOT_CHARGED],
  [
    'a query that a colleague is running',
    refused(409, 'asked_already'),
    'Ktoś z konta pyta właśnie o to samo.',
    NOT_CHARGED,
  ],
  ['a role that may not spend', refused(403, 'spending_not_allowed'), 'Twoja rola nie może wydawać', NOT_CHARGED],
  ['a flood of calls', refused(429, 'rate_limited'), 'Za dużo zapytań naraz.', NOT_CHARGED],
  ['a service that fails', refused(500, 'internal'), 'Po stronie usługi wystąpił błąd.', MAYBE],
  ['a service that is slow', refused(504, 'upstream_timeout'), 'Serwer nie odpowiedział', MAYBE],
  [
    'a lost connection',
    new ApiError('gone', { kind: 'network', status: 0, code: 'network' }),
    'Serwer nie odpowiada.',
    MAYBE,
  ],
  [
    'an answer that cannot be read',
    new ApiError('x', { kind: 'shape', status: 200, code: 'unknown_shape' }),
    'w postaci, której ten panel nie zna',
    MAYBE,
  ],
  ['anything else', new Error('x'), 'Serwer nie odpowiada.', MAYBE],
])('for %s shows the reason and whether units were charged', (...[, error, reason, cost]) => {
  expect(shown(error)).toContain(reason)
  expect(shown(error)).toContain(cost)
  expect(shown(error)).not.toContain(cost === MAYBE ? NOT_CHARGED : MAYBE)
})

it('shows the request id for support', () => {
  expect(shown(refused(500, 'internal'))).toContain('req-9')
})

// The text of a payment refusal is a lazy component, covered by `payment-refusal` and the browser tests.
it.each(['lookups', 'overage', 'plan', 'subscription'])(
  'shows that nothing was charged if pool %s is refused',
  (pool) => {
    expect(shown(refused(402, 'payment_required', { pool }))).toContain(NOT_CHARGED)
  },
)
