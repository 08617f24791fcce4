import { expect, it } from 'vitest'

import { ApiError } from '@/lib/domain/api-error'

import { toPause } from './pause'

const at = Date.parse('2026-11-20T12:00:00Z')
const refusal = (status: number, more: object = {}) => new ApiError('no', { status, code: 'x', ...more })

it('waits as long as a 429 requires, or half a minute when the 429 has no time', () => {
  expect(toPause(refusal(429, { retryAfterS: 7 }), at)?.until).toBe(at + 7000)
  expect(toPause(refusal(429, { retryAfterS: 0 }), at)?.until).toBe(at + 1000)
  expect(toPause(refusal(429), at)?.until).toBe(at + 30_000)
})

it('waits for the reset time of a 402', () => {
  const until = '2026-11-30T23:00:00.000Z'
  expect(toPause(refusal(402, { detail: { resets_at: until } }), at)?.until).toBe(Date.parse(until))
  const unusableDetails = [{ resets_at: '2026-11-01T00:00:00Z' }, { resets_at: 'soon' }, { resets_at: null }, {}]
  for (const detail of unusableDetails) {
    const pause = toPause(refusal(402, { detail }), at)
    expect(pause?.error.status).toBe(402)
    expect(pause?.until).toBeUndefined()
  }
})

it('does not pause after any other error', () => {
  expect(toPause(refusal(500), at)).toBeUndefined()
  expect(toPause(refusal(422), at)).toBeUndefined()
  expect(toPause(new Error('x'), at)).toBeUndefined()
})
