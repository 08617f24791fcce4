import { describe, expect, it } from 'vitest'

import { plainWords } from '@/lib/testing/pages/plain-words'

import type { CompanyGraph } from '../model/company-graph'
import { filterRows, orderRows, rowsOfGraph } from './graph-rows'

const person = (id: string, name: string, krs: string | null = null) =>
  [id, { id, kind: krs === null ? ('person' as const) : ('company' as const), name, krs }] as const
const graph: CompanyGraph = {
  root: 'root',
  nodes: new Map([
    person('root', 'ŻARIDAN', '0009553301'),
    person('a', 'Łucja'),
    person('b', 'Zenon'),
    person('c', ''),
  ]),
  edges: [
    { from: 'b', to: 'root', role: 'shareholder', share: 9.5, since: null, until: null },
    { from: 'a', to: 'root', role: 'shareholder', share: 60, since: '2019-01-01', until: null },
    { from: 'a', to: 'root', role: 'trust_keeper', share: null, since: '2018-01-01', until: '2020-02-02' },
    { from: 'c', to: 'root', role: 'board', share: null, since: null, until: null },
  ],
  isCut: false,
}
const rows = rowsOfGraph(graph, plainWords)
const sorted = (column: 'from' | 'share' | 'since', isDescending = false) =>
  orderRows(rows, { by: column, isDescending }, 'pl').map((row) => (column === 'from' ? row.from.name : row[column]))

describe('graph table', () => {
  it('has a row for every role, including unknown codes', () => {
    expect(rows.map(({ role }) => role)).toEqual(['shareholder', 'shareholder', 'trust keeper', 'board'])
  })

  it('is sorted by a column, with blanks last in both directions', () => {
    expect(sorted('from')).toEqual(['Łucja', 'Łucja', 'Zenon', ''])
    expect(sorted('from', true)).toEqual(['Zenon', 'Łucja', 'Łucja', ''])
    expect(sorted('share')).toEqual([9.5, 60, null, null])
    expect(sorted('share', true)).toEqual([60, 9.5, null, null])
    expect(sorted('since')).toEqual(['2018-01-01', '2019-01-01', null, null])
  })

  it('is filtered by words in any order, without diacritics, and by number', () => {
    expect(filterRows(rows, 'zaridan lucja').map(({ from }) => from.id)).toEqual(['a', 'a'])
    expect(filterRows(rows, '0009553301')).toHaveLength(4)
    expect(filterRows(rows, '  ')).toHaveLength(4)
    expect(filterRows(rows, 'nobody')).toEqual([])
  })
})
