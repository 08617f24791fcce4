import { expect, it } from 'vitest'

import type { CompanyPart } from './domain/part-rows'
import { summarise } from './summary'

const TODAY = '2026-11-20'
const summaryOf = (answers: Partial<Record<CompanyPart, unknown>>) => summarise((part) => answers[part], TODAY)
const nothing = { risk: null, vat: null, board: null, share_capital_pln: null, main_activity: null }

it('reads the main figures of the four parts', () => {
  expect(
    summaryOf({
      risk: { id: 'a', score: 35, level: 'medium', factors: [] },
      whiteList: { found: true, subject: { status_vat: 'Czynny', account_numbers: ['1', '2'] } },
      record: { id: 'a', share_capital_pln: 5000, pkd_codes: ['41.20.Z', '43.11.Z'] },
    }),
  ).toEqual({
    risk: { score: 35, level: 'medium' },
    vat: { status: 'Czynny', accounts: 2 },
    board: null,
    share_capital_pln: 5000,
    main_activity: '41.20.Z',
  })
})

it('counts the present board of the company itself, and finds its last change', () => {
  const edge = (from: string, more: object) => ({ from, to: 'c', role: 'board', since: null, until: null, ...more })
  const graph = {
    root: 'c',
    nodes: [],
    edges: [
      edge('p1', { since: '2020-01-01' }),
      edge('p2', { since: '2021-02-03', until: '2026-11-16' }),
      // A term that ends in the future.
      edge('p3', { since: '2024-05-06', until: '2027-01-01' }),
      edge('p4', { role: 'proxy', since: '2026-11-19' }),
      edge('c', { to: 'other', since: '2026-11-18' }),
    ],
    is_cut: false,
  }
  expect(summaryOf({ graph }).board).toEqual({ members: 2, changed_on: '2026-11-16', is_cut: false })
  expect(summaryOf({ graph: { ...graph, edges: [], is_cut: true } }).board).toEqual({
    members: 0,
    changed_on: null,
    is_cut: true,
  })
})

it('tells a company that is not on the white list from an answer without a status', () => {
  expect(summaryOf({ whiteList: { found: false, subject: null } }).vat).toEqual({ status: null, accounts: null })
  expect(summaryOf({ whiteList: { found: true, subject: { name: 'X' } } }).vat).toBeNull()
})

it.each([undefined, null, 'text', [], {}, { score: 'x', root: 7, found: 'no', pkd_codes: 'x' }])(
  'finds nothing in %j',
  (answer) => {
    expect(summaryOf({ risk: answer, whiteList: answer, graph: answer, record: answer })).toEqual(nothing)
  },
)
