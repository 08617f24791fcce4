import { expect, it } from 'vitest'

import { contract, operationNames } from '@/lib/contract/table'
import { panelContract, panelOperationNames } from '@/lib/features/contract'

import { type ActionName, staleAfter } from './stale'

const isQuery = (row: { execution: string }) => row.execution !== 'writes'
const serviceRows = operationNames.map((name) => ({ name, shown: name as string, row: contract[name] }))
const panelRows = panelOperationNames.map((name) => ({ name, shown: `panel.${name}`, row: panelContract[name] }))
const rows = [...serviceRows, ...panelRows]
const questions = rows.filter(({ row }) => isQuery(row))
const changes = rows.filter(({ row }) => !isQuery(row))
const covers = (stale: string, shown: string) =>
  stale === 'everything' || shown === stale || shown.startsWith(`${stale}.`)

it('names for every row that changes something what is asked again: what exists, or deliberately nothing', () => {
  expect(changes.length).toBeGreaterThan(100)
  const named = changes.flatMap(({ name }) => staleAfter(name as ActionName).map((stale) => ({ name, stale })))
  expect(named.length).toBeGreaterThan(80)
  expect(named.filter(({ stale }) => !questions.some(({ shown }) => covers(stale, shown)))).toEqual([])
})

it('never asks again for what is paid for by the call', () => {
  const paid = serviceRows.filter(({ row }) => isQuery(row) && row.pool !== null).map(({ shown }) => shown)
  expect(paid.length).toBeGreaterThan(15)
  const asked = changes
    .flatMap(({ name }) => staleAfter(name as ActionName))
    .filter((stale) => stale !== 'everything' && paid.some((shown) => covers(stale, shown)))
  expect(asked).toEqual([])
})

it('has no name in both tables: by its name a row is found', () => {
  expect(operationNames.filter((name) => name in panelContract)).toEqual([])
})
