import { expect, it } from 'vitest'

import { contract, operationNames } from '@/lib/contract/table'
import { panelContract, panelOperationNames } from '@/lib/features/contract'

import { type ActionName, staleAfter } from './stale'

const isQuery = (row: { execution: string }) => row.execution !== 'writes'
const serviceRows = operationNames.map((name) => ({ name, fullName: name as string, row: contract[name] }))
const panelRows = panelOperationNames.map((name) => ({ name, fullName: `panel.${name}`, row: panelContract[name] }))
const rows = [...serviceRows, ...panelRows]
const queries = rows.filter(({ row }) => isQuery(row))
const changes = rows.filter(({ row }) => !isQuery(row))
const covers = (stale: string, fullName: string) =>
  stale === 'everything' || fullName === stale || fullName.startsWith(`${stale}.`)

it('every operation that changes something invalidates only existing queries', () => {
  expect(changes.length).toBeGreaterThan(100)
  const invalidated = changes.flatMap(({ name }) => staleAfter(name as ActionName).map((stale) => ({ name, stale })))
  expect(invalidated.length).toBeGreaterThan(80)
  expect(invalidated.filter(({ stale }) => !queries.some(({ fullName }) => covers(stale, fullName)))).toEqual([])
})

it('never refetches a query that is charged per call', () => {
  const paid = serviceRows.filter(({ row }) => isQuery(row) && row.pool !== null).map(({ fullName }) => fullName)
  expect(paid.length).toBeGreaterThan(15)
  const paidInvalidations = changes
    .flatMap(({ name }) => staleAfter(name as ActionName))
    .filter((stale) => stale !== 'everything' && paid.some((fullName) => covers(stale, fullName)))
  expect(paidInvalidations).toEqual([])
})

it('no operation name exists in both contracts', () => {
  expect(operationNames.filter((name) => name in panelContract)).toEqual([])
})
