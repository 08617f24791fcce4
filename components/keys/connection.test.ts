import { expect, it } from 'vitest'

import { isKnownState, readConnection } from './connection'

it('reads what the panel says of its connection', () => {
  const answer = {
    mode: 'remote',
    host: 'api.test',
    state: 'ok',
    checkedAt: '2026-11-20T10:00:00Z',
    fingerprint: 'a1b2',
  }
  expect(readConnection(answer)).toEqual({
    state: 'ok',
    host: 'api.test',
    checkedAt: '2026-11-20T10:00:00Z',
    fingerprint: 'a1b2',
  })
  expect(readConnection({ state: 'ok', host: null, fingerprint: 7 })).toEqual({ state: 'ok' })
})

it('refuses an answer without a state', () => {
  for (const payload of [null, 'ok', [], {}, { state: 1 }]) expect(() => readConnection(payload)).toThrow(TypeError)
})

it('tells the states that it has words for', () => {
  expect(isKnownState('rate_limited')).toBe(true)
  expect(isKnownState('melting')).toBe(false)
})
