import { describe, expect, it } from 'vitest'

import { activeCount, creationBlock, keyHint, keyState, withKey } from './key-list'

const active = { id: 'a', name: 'ERP', prefix: 'brd_ab12', last_four: 'x9Qz', deactivated_at: null }
const now = Date.parse('2026-11-20T11:00:00.000Z')
const deactivated = { id: 'b', name: 'Old', deactivated_at: '2026-11-01T10:00:00.000Z' }

describe('keyState', () => {
  const end = (ms: number) => ({ ...active, expires_at: new Date(now + ms).toISOString() })
  const day = 86_400_000

  it.each([
    [active, { api_access: true }, 'active'],
    [active, {}, 'active'],
    [active, { api_access: false }, 'refused'],
    [deactivated, { api_access: false }, 'deactivated'],
    [end(0), {}, 'expired'],
    [end(0), { api_access: false }, 'expired'],
    [end(1), {}, 'expiring'],
    [end(14 * day), {}, 'active'],
    [{ ...end(day), replaced_by: 'c' }, {}, 'replaced'],
    [{ ...end(0), replaced_by: 'c' }, {}, 'expired'],
    [{ ...end(0), deactivated_at: deactivated.deactivated_at }, {}, 'deactivated'],
  ])('the state of %j with %j is %s', (key, list, state) => expect(keyState(key, list, now)).toBe(state))

  it('counts neither replaced nor expired keys', () => {
    expect(activeCount({ items: [active, end(0), { ...end(day), replaced_by: 'c' }, end(day)] }, now)).toBe(2)
  })
})

describe('creationBlock', () => {
  const many = Array.from({ length: 10 }, (_, index) => ({ ...active, id: String(index) }))

  it('reports the plan before the limit', () => {
    expect(creationBlock({ items: many, max_active: 10, api_access: false }, now)).toBe('plan')
    expect(creationBlock({ items: many, max_active: 10, api_access: true }, now)).toBe('limit')
  })

  it('counts only active keys', () => {
    expect(activeCount({ items: [active, deactivated] }, now)).toBe(1)
    expect(
      creationBlock({ items: [...many.slice(1), deactivated], max_active: 10, api_access: true }, now),
    ).toBeUndefined()
  })

  it('does not block creation when the answer has no limit', () => {
    expect(creationBlock({ items: many }, now)).toBeUndefined()
    expect(creationBlock({ items: [] }, now, { isInactive: true })).toBe('inactive')
  })
})

it('shows the identifying parts of a key', () => {
  expect(keyHint(active)).toBe('brd_ab12…x9Qz')
  expect(keyHint({ last_four: 'x9Qz' })).toBe('…x9Qz')
  expect(keyHint({})).toBe('—')
})

it('changes one key in place', () => {
  const list = withKey({ items: [active, deactivated], max_active: 10 }, { ...active, deactivated_at: 'now' })
  expect(list.items.map(({ id, deactivated_at }) => [id, deactivated_at])).toEqual([
    ['a', 'now'],
    ['b', deactivated.deactivated_at],
  ])
  expect(list.max_active).toBe(10)
})
