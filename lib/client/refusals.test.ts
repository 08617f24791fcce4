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

it('keeps what the first calls met before the account of the page was known', async () => {
  vi.resetModules()
  const fresh = await import('./refusals')
  fresh.noteRefusal(refusal('overage', { resets_at }), now)
  stored.set('refusals:early', JSON.stringify({ wpv: { reason: 'daily', seenAt: now, until: now + 1 } }))
  fresh.scopeRefusals('early')
  expect(Object.keys(fresh.readRefusals())).toEqual(['wpv', 'overage'])
  expect(stored.get('refusals:early')).toContain('overage')
})

it('keeps a 402 per pool until the pool resets', () => {
  freshAccount()
  const listener = vi.fn()
  const stop = subscribeRefusals(listener)
  noteRefusal(refusal('rdf', { resets_at }), now)
  noteRefusal(refusal('wpv'), now)
  noteRefusal(refusal(undefined), now)
  noteRefusal(new ApiError('no', { status: 403, code: 'role' }), now)
  expect(listener).toHaveBeenCalledTimes(2)
  expect(readRefusals()).toMatchObject({
    rdf: { reason: 'monthly', until: Date.parse(resets_at), seenAt: now },
    wpv: { reason: 'daily', until: now + 900_000 },
  })
  forgetRefusals(['rdf', 'lookups'])
  expect(Object.keys(readRefusals())).toEqual(['wpv'])
  forgetRefusals(['lookups'])
  expect(listener).toHaveBeenCalledTimes(3)
  stop()
})

it('is stored per account, and survives a reload', () => {
  const first = freshAccount()
  noteRefusal(refusal('overage', { resets_at }), now)
  freshAccount()
  expect(readRefusals()).toEqual({})
  scopeRefusals(first.slice('refusals:'.length))
  expect(readRefusals()).toHaveProperty('overage')
})

it('is updated by another tab, and survives broken or unavailable storage', () => {
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

it('ignores a 402 that only means that one call requested too much', () => {
  freshAccount()
  noteRefusal(refusal('lookups', { limit: 1000, used: 950, requested: 51 }), now)
  noteRefusal(refusal('overage', { limit: 50_000, used: 49_600, requested: 51 }), now)
  expect(readRefusals()).toEqual({})
  noteRefusal(refusal('lookups', { limit: 1000, used: 1000, requested: 1 }), now)
  noteRefusal(refusal('overage', { limit: 50_000, used: 49_999 }), now)
  expect(Object.keys(readRefusals())).toEqual(['lookups', 'overage'])
})
