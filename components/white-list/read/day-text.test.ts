import { expect, it } from 'vitest'

import { dayText } from './day-text'

it.each([
  ['24.11.2026', '2026-11-24'],
  ['46350', '2026-11-24'],
  ['bez daty', 'bez daty'],
  // The user has marked a column of personal numbers as dates.
  ['44051401359', '44•••••••59'],
  ['PESEL 440514 01359', 'PESEL 44•••••••59'],
])('shows %s as %s', (cell, shown) => {
  expect(dayText(cell)).toBe(shown)
})

it('formats a day with the given function', () => {
  expect(dayText('24.11.2026', (day) => `dnia ${day}`)).toBe('dnia 2026-11-24')
})
