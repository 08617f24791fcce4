import { expect, it } from 'vitest'

import { sumUnits } from '@/components/meters/price'

import { type ListAnswer, type LoadedPage, rowsIn, totalIn, withAnswer } from './loaded-list'

const page = (number: number, overrides: Partial<LoadedPage> = {}): LoadedPage => ({
  id: `page-${number}`,
  page: number,
  asked_at: '2026-11-20T10:00:00.000Z',
  asked_by: 'owner@demo.test',
  request_id: null,
  units: 2,
  sha256: '',
  rows: [{ id: 'a' }, { id: 'a' }],
  total: 10 + number,
  ...overrides,
})
const answer = (series: string, ...pages: LoadedPage[]): ListAnswer => ({
  series,
  pages,
  next_page: null,
  has_more: true,
})

it('appends following pages and replaces another series', () => {
  const first = answer('a', page(0))
  const more = withAnswer(first, { ...answer('a', page(1)), has_more: false })
  expect([more.pages.map(({ page: number }) => number), more.has_more]).toEqual([[0, 1], false])
  expect(withAnswer(more, answer('b', page(0))).pages).toHaveLength(1)
  // If another user has loaded further pages in the meantime, the answer contains all pages.
  expect(withAnswer(first, answer('a', page(0), page(1))).pages).toHaveLength(2)
  expect(withAnswer(undefined, first)).toBe(first)
})

it('gives equal rows different keys', () => {
  const rows = rowsIn([page(0), page(1)])
  expect(rows).toHaveLength(4)
  expect(new Set(rows.map(({ key }) => key)).size).toBe(4)
  expect(rowsIn([page(0, { rows: ['odd', null] })]).map(({ fields }) => fields)).toEqual([{}, {}])
})

it('sums the paid units if the service reports them', () => {
  expect([totalIn([page(0), page(1)]), sumUnits([page(0), page(1)])]).toEqual([11, 4])
  expect(sumUnits([page(0), page(1, { units: null })])).toBeNull()
  expect(totalIn([])).toBeNull()
})
