import { expect, it } from 'vitest'

import { serviceState } from './service-state'

it.each([
  [{ health: undefined, reported: undefined, stop: null }, undefined],
  [{ health: 'ok', reported: undefined, stop: null }, 'ok'],
  // Before any call of this browser was refused, and before the first check.
  [{ health: undefined, reported: undefined, stop: 'cap' }, 'stopped.cap'],
  [{ health: 'ok', reported: undefined, stop: 'inactive' }, 'stopped.inactive'],
  [{ health: 'ok', reported: 'payment', stop: 'pool' }, 'stopped.pool'],
  [{ health: 'degraded', reported: 'payment', stop: 'cap' }, 'stopped.cap'],
  // Another pool is used up, so other paid calls are answered.
  [{ health: 'ok', reported: 'payment', stop: null }, 'payment'],
  [{ health: 'ok', reported: 'unreachable', stop: 'cap' }, 'unreachable'],
  [{ health: 'ok', reported: 'waiting', stop: 'cap' }, 'waiting'],
  [{ health: 'down', reported: undefined, stop: 'cap' }, 'down'],
  [{ health: 'degraded', reported: undefined, stop: null }, 'degraded'],
  [{ health: 'degraded', reported: undefined, stop: 'cap' }, 'degraded'],
] as const)('for %o is %s', (facts, state) => {
  expect(serviceState(facts)).toBe(state)
})
