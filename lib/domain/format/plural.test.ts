import { expect, it } from 'vitest'

import { countText, pluralOf } from './plural'

const rows = { one: 'wiersz', few: 'wiersze', many: 'wierszy', other: 'wiersza' }

it.each([
  [0, '0 wierszy'],
  [1, '1 wiersz'],
  [2, '2 wiersze'],
  [5, '5 wierszy'],
  [12, '12 wierszy'],
  [22, '22 wiersze'],
  [101, '101 wierszy'],
  [112, '112 wierszy'],
  [1002, '1\u00A0002 wiersze'],
])('F06 %d takes its form in Polish', (count, text) => expect(countText('pl', rows, count)).toBe(text))

it('F06 a fraction takes a form of its own', () => {
  expect(pluralOf('pl', rows, 1.5)).toBe('wiersza')
  expect(pluralOf('en', { one: 'row', other: 'rows' }, 1.5)).toBe('rows')
})
