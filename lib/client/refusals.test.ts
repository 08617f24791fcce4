import { beforeEach, expect, it, vi } from 'vitest'

import { ApiError } from '@/lib/domain/api-error'

import { forgetRefusals, noteRefusal, onStorage, readRefusals, scopeRefusals, subscribeRefusals } from './refusals'

const stored = new Map<string, string>()
const now = Date.parse('2026-11-20T12:00:00Z')
const resets_at = '2026-11-30T23:00:00.000Z'
const refusal = (pool: string | undefined, more: object = {}) =>
  new ApiError('Used up', { status: 402, code: 'payment_required', detail: { pool, ...more } })
let accounts = 0
const freshAccount = () => {
  accounts += 1
  scopeRefusals(`account-${accounts}`)
  return `refusals:account-${accounts}`
}

beforeEach(() => {
  stored.clear()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  })
})

it('keeps a 402 by its pool until the pool resets', () => {
  freshAccount()
  const heard = vi.fn()
  const stop = subscribeRefusals(heard)
  noteRefusal(refusal('rdf', { resets_at }), now)
  noteRefusal(refusal('wpv'), now)
  noteRefusal(refusal(undefined), now)
  noteRefusal(new ApiError('no', { status: 403, code: 'role' }), now)
  expect(heard).toHaveBeenCalledTimes(2)
  expect(readRefusals()).toMatchObject({
    rdf: { reason: 'monthly', until: Date.parse(resets_at), seenAt: now },
    wpv: { reason: 'daily', until: now + 900_000 },
  })
  forgetRefusals(['rdf', 'lookups'])
  expect(Object.keys(readRefusals())).toEqual(['wpv'])
  forgetRefusals(['lookups'])
  expect(heard).toHaveBeenCalledTimes(3)
  stop()
})

it('is one account’s, and outlives a reload', () => {
  const first = freshAccount()
  noteRefusal(refusal('overage', { resets_at }), now)
  freshAccount()
  expect(readRefusals()).toEqual({})
  scopeRefusals(first.slice('refusals:'.length))
  expect(readRefusals()).toHaveProperty('overage')
})

it('hears of another tab, and survives a storage that is broken or forbidden', () => {
  const key = freshAccount()
  stored.set(key, '{"rdf":{"reason":"monthly","seenAt":1,"until":2},"x":7}')
  onStorage({ key: 'refusals:another' })
  expect(readRefusals()).toEqual({})
  onStorage({ key })
  expect(readRefusals()).toEqual({ rdf: { reason: 'monthly', seenAt: 1, until: 2 } })
  stored.set(key, '{not json')
  onStorage({ key })
  expect(readRefusals()).toEqual({})
  vi.stubGlobal('localStorage', undefined)
  noteRefusal(refusal('pdf'), now)
  expect(readRefusals()).toHaveProperty('pdf')
})

it('keeps no 402 that only says that one call asked for too much', () => {
  freshAccount()
  noteRefusal(refusal('lookups', { limit: 1000, used: 950, requested: 51 }), now)
  noteRefusal(refusal('overage', { limit: 50_000, used: 49_600, requested: 51 }), now)
  expect(readRefusals()).toEqual({})
  noteRefusal(refusal('lookups', { limit: 1000, used: 1000, requested: 1 }), now)
  noteRefusal(refusal('overage', { limit: 50_000, used: 49_999 }), now)
  expect(Object.keys(readRefusals())).toEqual(['lookups', 'overage'])
})
