import { expect, it } from 'vitest'

import { filterLists } from '@/lib/domain/filter-lists'

import { noServiceFaults } from '../../draft/filter-draft'
import { countOverPlanLimit, firstChoice, freeName, type PlannedFilter, planFaults } from './import-plan'
import { judgeFilter } from './judge-values'

const judge = (texts: readonly string[]) =>
  judgeFilter(
    {
      name: '',
      texts: new Map([['nip', texts.map((text) => ({ written: text, text }))]]),
      unmatched: [],
      unplacedCells: 0,
      hasListNames: true,
    },
    { chosen: new Set(filterLists), refused: noServiceFaults },
  )
const good = judge(['5261040828'])
const planned = (name: string, rest: Partial<PlannedFilter> = {}): PlannedFilter => ({
  name,
  choice: { kind: 'create' },
  judged: good,
  mayBeEmpty: true,
  ...rest,
})
const existingFilters = [
  { id: 'x', name: 'Łódź' },
  { id: 'y', name: 'Kraków' },
]

it('requires a choice when the name exists in any spelling', () => {
  expect(firstChoice('LODZ ', existingFilters)).toBeUndefined()
  expect(firstChoice('Gdańsk', existingFilters)).toEqual({ kind: 'create' })
  expect(freeName('Łódź', ['Łódź', 'lodz (2)'])).toBe('Łódź (3)')
  expect(freeName('a'.repeat(120), ['a'.repeat(120)])).toBe(`${'a'.repeat(116)} (2)`)
})

it('returns why each filter cannot be imported', () => {
  const faults = planFaults(
    [
      planned('Łódź', { choice: undefined }),
      planned('Łódź'),
      planned('Łódź', { choice: { kind: 'replace', id: 'x' } }),
      planned('Kraków', { choice: { kind: 'replace', id: 'x' } }),
      planned('Łódź', { choice: { kind: 'skip' } }),
      planned('Gdańsk'),
      planned('gdansk'),
      planned(' '),
      planned('a'.repeat(121)),
      planned('Jan 44•••••••59'),
      planned('zły', { judged: judge(['5261040827']) }),
      planned('pusty', { judged: judge([]) }),
      planned('pusta tabela', { judged: judge([]), mayBeEmpty: false }),
    ],
    existingFilters,
  )
  expect(faults).toEqual([
    'undecided',
    'taken_name',
    undefined,
    'replaced_twice',
    undefined,
    undefined,
    'twice',
    'no_name',
    'long_name',
    'masked_name',
    'nothing_good',
    undefined,
    'nothing_found',
  ])
})

it('counts only new filters against the limit of the plan', () => {
  const three = [planned('a'), planned('b'), planned('c', { choice: { kind: 'replace', id: 'x' } })]
  expect(countOverPlanLimit(three, { limit: 10, count: 8 })).toBe(0)
  expect(countOverPlanLimit(three, { limit: 10, count: 9 })).toBe(1)
  expect(countOverPlanLimit(three, { limit: 10, count: 12 })).toBe(2)
  expect(countOverPlanLimit(three, { limit: null, count: 12 })).toBe(0)
})
