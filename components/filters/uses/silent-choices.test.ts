import { expect, it } from 'vitest'

import { offersFor, REMOVE, suggestChoices, toPlan } from './silent-choices'
import type { SilentMonitor } from './use-silent-monitors'

const monitor = (id: string, filterName?: string): SilentMonitor => ({
  id,
  label: undefined,
  tags: [],
  filterName,
  deletedAt: undefined,
})
const unusedFilters = [
  { id: 'a', name: 'Dostawcy', monitors: 0, reports: 0 },
  { id: 'b', name: 'Odbiorcy', monitors: 0, reports: 0 },
]

it('suggests a filter with the same name for only one monitor', () => {
  const monitors = [monitor('1', 'Dostawcy'), monitor('2', 'Dostawcy'), monitor('3', 'Inni'), monitor('4')]
  expect([...suggestChoices(monitors, unusedFilters)]).toEqual([['1', 'a']])
})

it('offers a chosen filter to no other monitor and keeps it for the one that has it', () => {
  const choices = new Map([
    ['1', 'a'],
    ['2', REMOVE],
  ])
  expect(offersFor('1', unusedFilters, choices).map(({ id }) => id)).toEqual(['a', 'b'])
  expect(offersFor('2', unusedFilters, choices).map(({ id }) => id)).toEqual(['b'])
})

it('plans only choices whose monitor and filter still exist', () => {
  const choices = new Map([
    ['1', 'a'],
    ['2', REMOVE],
    ['3', 'gone'],
    ['9', 'b'],
  ])
  const monitors = [monitor('1'), monitor('2'), monitor('3'), monitor('4')]
  expect(toPlan(monitors, unusedFilters, choices)).toEqual({ attached: [{ id: '1', filterId: 'a' }], removed: ['2'] })
})
