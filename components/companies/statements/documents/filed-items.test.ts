import { expect, it } from 'vitest'

import {
  cutGroups,
  type FiledItem,
  filterItems,
  groupByYear,
  documentKindKey,
  kindsOf,
  noFilter,
  yearsOf,
} from './filed-items'

const item = (id: string, year: number | null, more: Partial<FiledItem> = {}): FiledItem => ({
  id,
  kind_code: 18,
  kind: 'Roczne sprawozdanie finansowe',
  ...(year !== null && { period_start: `${year}-01-01`, period_end: `${year}-12-31` }),
  ...more,
})
const items = [
  item('a', 2023, { filed_on: '2024-06-01' }),
  item('none', null, { filed_on: '2026-01-01' }),
  item('b', 2024, { filed_on: '2025-06-01' }),
  item('c', 2024, { filed_on: '2025-09-01', correction: true }),
  item('d', 2024, { filed_on: '2025-06-01', kind_code: 20, kind: 'Sprawozdanie z badania' }),
  item('long', null, { filed_on: '2025-07-01', period_start: '2023-07-01', period_end: '2024-12-31' }),
]

it('groups by financial year, newest first and items without a year last, and sorts each year by filing date', () => {
  const groups = groupByYear(items).map((group) => [group.year, group.items.map(({ id }) => id)])
  expect(groups).toEqual([
    [2024, ['c', 'long', 'b', 'd']],
    [2023, ['a']],
    [undefined, ['none']],
  ])
  expect(groupByYear([])).toEqual([])
})

it('cuts the list after a number of documents, also within a group', () => {
  const cut = (maxCount: number) => cutGroups(groupByYear(items), maxCount).map((group) => group.items.length)
  expect([cut(0), cut(2), cut(5), cut(100)]).toEqual([[], [2], [4, 1], [4, 1, 1]])
})

it('filters by kind and by year', () => {
  const audit = documentKindKey(items[4] ?? { id: '' })
  expect(filterItems(items, noFilter)).toHaveLength(items.length)
  expect(filterItems(items, { kind: audit, year: undefined }).map(({ id }) => id)).toEqual(['d'])
  expect(filterItems(items, { kind: undefined, year: 2023 }).map(({ id }) => id)).toEqual(['a'])
  expect(filterItems(items, { kind: audit, year: 2023 })).toEqual([])
  expect(yearsOf(items)).toEqual([2024, 2023])
})

it('uses its own text for a known code unless the kind has another name', () => {
  const odd = [
    item('x', 2024, { filed_on: '2025-01-01', kind: 'Skonsolidowane roczne sprawozdanie finansowe' }),
    item('y', 2024, { filed_on: '2025-01-01', kind_code: undefined, kind: undefined }),
    item('z', 2024, { filed_on: '2025-01-01', kind: undefined }),
  ]
  expect(kindsOf([...items, ...odd]).map(({ code, name }) => code ?? name)).toEqual([
    18,
    20,
    'Skonsolidowane roczne sprawozdanie finansowe',
    '',
    18,
  ])
})
