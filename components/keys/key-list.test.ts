import { describe, expect, it } from 'vitest'

import { activeCount, creationBlock, keyHint, keyState, withKey } from './key-list'

const active = { id: 'a', name: 'ERP', prefix: 'brd_ab12', last_four: 'x9Qz', deactivated_at: null }
const gone = { id: 'b', name: 'Old', deactivated_at: '2026-11-01T10:00:00.000Z' }

describe('keyState', () => {
  it('knows the three states', () => {
    expect(keyState(active, { api_access: true })).toBe('active')
    expect(keyState(active, {})).toBe('active')
    expect(keyState(active, { api_access: false })).toBe('refused')
    expect(keyState(gone, { api_access: false })).toBe('deactivated')
  })
})

describe('creationBlock', () => {
  const many = Array.from({ length: 10 }, (_, index) => ({ ...active, id: String(index) }))

  it('names the plan before the limit', () => {
    expect(creationBlock({ items: many, max_active: 10, api_access: false })).toBe('plan')
    expect(creationBlock({ items: many, max_active: 10, api_access: true })).toBe('limit')
  })

  it('counts only active keys', () => {
    expect(activeCount({ items: [active, gone] })).toBe(1)
    expect(creationBlock({ items: [...many.slice(1), gone], max_active: 10, api_access: true })).toBeUndefined()
  })

  it('leaves it to the service when the answer does not say', () => {
    expect(creationBlock({ items: many })).toBeUndefined()
    expect(creationBlock({ items: [] }, { isInactive: true })).toBe('inactive')
  })
})

it('shows of a key what identifies it', () => {
  expect(keyHint(active)).toBe('brd_ab12…x9Qz')
  expect(keyHint({ last_four: 'x9Qz' })).toBe('…x9Qz')
  expect(keyHint({})).toBe('—')
})

it('changes one key in place', () => {
  const list = withKey({ items: [active, gone], max_active: 10 }, { ...active, deactivated_at: 'now' })
  expect(list.items.map(({ id, deactivated_at }) => [id, deactivated_at])).toEqual([
    ['a', 'now'],
    ['b', gone.deactivated_at],
  ])
  expect(list.max_active).toBe(10)
})
