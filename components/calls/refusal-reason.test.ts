import { expect, it } from 'vitest'

import { refusedStatuses } from '@/lib/domain/calls/refused-calls'

import { refusalReason } from './refusal-reason'

it.each([
  [402, 'payment_required', { pool: 'overage', limit: 1, used: 1 }, 'overage', 'cap'],
  [402, 'payment_required', { pool: 'pdfs', limit: 1, used: 1 }, 'pool', 'usage'],
  [402, 'payment_required', { pool: 'subscription', limit: null }, 'subscription', 'usage'],
  [402, 'payment_required', {}, 'payment', 'usage'],
  [401, 'unauthorized', { fault: 'expired' }, 'key', 'keys'],
  [403, 'outside_scope', { scope: 'read_only' }, 'scope', 'keys'],
  [409, 'monitor_limit', { limit: 5 }, 'limit', 'usage'],
  [409, 'conflict', {}, 'conflict', 'reference'],
  [422, 'invalid', { field: 'query.krs' }, 'field', 'reference'],
  [429, 'rate_limited', { bucket: 'lookups' }, 'rate', 'help'],
] as const)('%s %s %j is %s, with the way %s', (status, code, detail, reason, way) => {
  expect(refusalReason({ status, code, detail })).toEqual({ reason, way })
})

it('has a reason for every recorded status', () => {
  const unnamed = refusedStatuses.filter(
    (status) => refusalReason({ status, code: 'x', detail: {} }).reason === 'other',
  )
  expect(unnamed).toEqual([403])
})
