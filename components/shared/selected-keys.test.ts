import { expect, it } from 'vitest'

import { nothingSelected, type SelectedKeys, withExtended, withToggled } from './selected-keys'

const shown = ['a', 'b', 'c', 'd', 'e']
const keysOf = ({ keys }: SelectedKeys) => shown.filter((key) => keys.has(key)).join('')
const toggle = (selected: SelectedKeys, key: string, isRange = false) => withToggled(selected, shown, { key, isRange })

it('selects single rows and ranges from the row selected last', () => {
  const first = toggle(nothingSelected, 'b')
  expect(keysOf(toggle(first, 'd', true))).toBe('bcd')
  expect(keysOf(toggle(toggle(first, 'd', true), 'a'))).toBe('abcd')
  // A range takes the state of the row that ends it.
  expect(keysOf(toggle(toggle(toggle(first, 'd', true), 'a'), 'c', true))).toBe('d')
  expect(keysOf(toggle(first, 'b'))).toBe('')
})

it('selects a range without an anchor, or with one that is gone, as a single row', () => {
  expect(keysOf(toggle(nothingSelected, 'c', true))).toBe('c')
  expect(keysOf(toggle({ keys: new Set(), anchor: 'z' }, 'c', true))).toBe('c')
})

it('extends and shortens a range with the arrow keys, and leaves other rows selected', () => {
  const extend = (selected: SelectedKeys, ...steps: readonly [number, number][]) =>
    steps.reduce((now, [from, to]) => withExtended(now, shown, from, to), selected)
  expect(keysOf(extend(nothingSelected, [1, 2]))).toBe('bc')
  expect(keysOf(extend(nothingSelected, [1, 2], [2, 3], [3, 2]))).toBe('bc')
  expect(keysOf(extend(nothingSelected, [2, 3], [3, 2], [2, 1]))).toBe('bc')
  expect(keysOf(extend(toggle(nothingSelected, 'a'), [3, 4]))).toBe('ade')
  expect(keysOf(extend(toggle(nothingSelected, 'b'), [1, 2]))).toBe('bc')
})
