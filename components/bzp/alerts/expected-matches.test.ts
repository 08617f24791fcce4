import { expect, it } from 'vitest'

import { expectedMails, expectMatches, roundPace } from './expected-matches'

it('computes matches per week and per working day', () => {
  const daily = Array.from({ length: 30 }, (_, day) => ({ date: `2026-06-${String(day + 1).padStart(2, '0')}` }))
  // June 2026 has 21 weekdays that are not holidays.
  expect(expectMatches({ count: 62, days: 30, daily })).toEqual({
    count: 62,
    days: 30,
    perWeek: (62 / 30) * 7,
    perWorkingDay: 62 / 21,
  })
})

it('accepts answers with missing fields', () => {
  expect(expectMatches(undefined)).toBeUndefined()
  expect(expectMatches({ days: 30 })).toBeUndefined()
  expect(expectMatches({ count: 21 })).toMatchObject({ days: 30, perWorkingDay: 1 })
  expect(expectMatches({ count: 5, days: 0, daily: null })).toMatchObject({ days: 1, perWorkingDay: 5 })
})

it('never expects more digests than days or weeks', () => {
  expect(expectedMails('none', 100)).toBe(0)
  expect(expectedMails('at_once', 100)).toBe(100)
  expect(roundPace(expectedMails('daily', 1000))).toBe(7)
  expect(roundPace(expectedMails('weekly', 1000))).toBe(1)
  expect(expectedMails('daily', 0)).toBe(0)
  expect(expectedMails('daily', 0.5)).toBeLessThan(0.5)
})

it('rounds small numbers to one decimal place', () => {
  expect([0.04, 0.26, 9.94, 14.4].map(roundPace)).toEqual([0, 0.3, 9.9, 14])
})
