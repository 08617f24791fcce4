import { expect, it } from 'vitest'

import { refusedStatuses } from '@/lib/domain/calls/refused-calls'

import { refusalReason } from './refusal-reason'

it.each([
  {
    refused: { status: 402, code: 'payment_required', detail: { pool: 'overage', limit: 1, used: 1 } },
    reason: 'overage',
    way: 'cap',
  },
  {
    refused: { status: 402, code: 'payment_required', detail: { pool: 'pdfs', limit: 1, used: 1 } },
    reason: 'pool',
    way: 'usage',
  },
  {
    refused: { status: 402, code: 'payment_required', detail: { pool: 'subscription', limit: null } },
    reason: 'subscription',
    way: 'usage',
  },
  { refused: { status: 402, code: 'payment_required', detail: {} }, reason: 'payment', way: 'usage' },
  { refused: { status: 401, code: 'unauthorized', detail: { fault: 'expired' } }, reason: 'key', way: 'keys' },
  { refused: { status: 403, code: 'outside_scope', detail: { scope: 'read_only' } }, reason: 'scope', way: 'keys' },
  { refused: { status: 409, code: 'monitor_limit', detail: { limit: 5 } }, reason: 'limit', way: 'usage' },
  { refused: { status: 409, code: 'conflict', detail: {} }, reason: 'conflict', way: 'reference' },
  { refused: { status: 422, code: 'invalid', detail: { field: 'query.krs' } }, reason: 'field', way: 'reference' },
  { refused: { status: 429, code: 'rate_limited', detail: { bucket: 'lookups' } }, reason: 'rate', way: 'help' },
] as const)('$refused.status $refused.code is $reason, with the way $way', ({ refused, reason, way }) => {
  expect(refusalReason(refused)).toEqual({ reason, way })
})

it('has a reason for every recorded status', () => {
  const unnamed = refusedStatuses.filter(
    (status) => refusalReason({ status, code: 'x', detail: {} }).reason === 'other',
  )
  expect(unnamed).toEqual([403])
})
