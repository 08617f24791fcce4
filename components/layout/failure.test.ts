import { expect, it } from 'vitest'

import { ApiError, type ApiErrorDetails } from '@/lib/domain/api-error'

import { failureKey } from './failure'

it.each([
  [{ status: 401, code: 'unauthorized' }, 'unauthorized'],
  [{ status: 402, code: 'pool' }, 'payment'],
  [{ status: 402, code: 'x', detail: { pool: 'new' } }, 'payment'],
  [{ status: 402, code: 'x', detail: { pool: 'rdf' } }, 'paymentPool'],
  [{ status: 402, code: 'x', detail: { pool: 'overage' } }, 'paymentOverage'],
  [{ status: 402, code: 'x', detail: { pool: 'plan' } }, 'paymentPlan'],
  [{ status: 402, code: 'x', detail: { pool: 'subscription' } }, 'paymentSubscription'],
  [{ status: 502, code: 'upstream_unauthorized' }, 'upstreamKey'],
  [{ status: 502, code: 'upstream_unreachable' }, 'upstreamGone'],
  [{ status: 502, code: 'http_502' }, 'server'],
  [{ status: 429, code: 'rate' }, 'rateLimited'],
  [{ status: 403, code: 'role_required' }, 'forbidden'],
  [{ status: 403, code: 'spending_not_allowed' }, 'spending'],
  [{ status: 403, code: 'outside_scope' }, 'keyLimits'],
  [{ status: 403, code: 'address_not_allowed' }, 'keyLimits'],
  [{ status: 404, code: 'not_found' }, 'other'],
  [{ status: 500, code: 'internal' }, 'server'],
  [{ status: 504, code: 'timeout' }, 'timeout'],
  [{ status: 200, code: 'shape', kind: 'shape' }, 'shape'],
  [{ status: 0, code: 'network', kind: 'network' }, 'network'],
] as const satisfies readonly (readonly [ApiErrorDetails, string])[])(
  'the error %o has the message %s',
  (details, key) => {
    expect(failureKey(new ApiError('message', details))).toBe(key)
  },
)

it('treats any other error as a lost connection', () => {
  expect(failureKey(new TypeError('Failed to fetch'))).toBe('network')
})
