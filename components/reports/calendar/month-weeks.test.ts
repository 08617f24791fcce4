import { expect, it } from 'vitest'

import { dayForKey, weeksOf } from './month-weeks'

it('lays a month out from Monday to Sunday', () => {
  const weeks = weeksOf('2026-11')
  expect(weeks).toHaveLength(6)
  expect(weeks[0]).toEqual([...Array.from({ length: 6 }), '2026-11-01'])
  expect(weeks[5]?.[0]).toBe('2026-11-30')
  expect(weeksOf('2027-02')).toHaveLength(4)
  expect(weeksOf('2024-02').flat().filter(Boolean)).toHaveLength(29)
})

it('follows the keys of a grid across months', () => {
  expect(dayForKey('2026-11-01', 'ArrowLeft')).toBe('2026-10-31')
  expect(dayForKey('2026-11-28', 'ArrowDown')).toBe('2026-12-05')
  expect(dayForKey('2026-11-19', 'Home')).toBe('2026-11-16')
  expect(dayForKey('2026-11-19', 'End')).toBe('2026-11-22')
  expect(dayForKey('2026-03-31', 'PageUp')).toBe('2026-02-28')
  expect(dayForKey('2026-01-31', 'PageDown')).toBe('2026-02-28')
  expect(dayForKey('2026-12-05', 'PageDown')).toBe('2027-01-05')
  expect(dayForKey('2026-12-05', 'a')).toBeUndefined()
})
