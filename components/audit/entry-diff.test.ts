import { expect, it } from 'vitest'

import { diffOf } from './entry-diff'

it('puts what changed first and says so', () => {
  expect(diffOf({ name: 'a', krs: 2, gone: 'x' }, { name: 'a', krs: 3, added: ['krs 1', 'krs 2'] })).toEqual([
    { field: 'krs', before: '2', after: '3', isChanged: true },
    { field: 'gone', before: 'x', after: undefined, isChanged: true },
    { field: 'added', before: undefined, after: 'krs 1, krs 2', isChanged: true },
    { field: 'name', before: 'a', after: 'a', isChanged: false },
  ])
})

it('shows a single side as it is, and leaves out what says nothing', () => {
  expect(diffOf(undefined, { tags: [], label: null, limits: { rdf: 1 }, on: true })).toEqual([
    { field: 'limits', before: undefined, after: '{"rdf":1}', isChanged: false },
    { field: 'on', before: undefined, after: 'true', isChanged: false },
  ])
  expect(diffOf('text', undefined)).toEqual([{ field: 'value', before: 'text', after: undefined, isChanged: false }])
  expect(diffOf(undefined, null)).toEqual([])
})

it('tells a value that was taken away from one that was never there', () => {
  expect(diffOf({ spend_cap_pln: 500 }, { spend_cap_pln: null })).toEqual([
    { field: 'spend_cap_pln', before: '500', after: undefined, isChanged: true },
  ])
})
