import { expect, it } from 'vitest'

import { type AlertFilter, emptyFilter } from '../filter/alert-filter'
import { readBlockingConditions, readEffects } from './effects'

const filter: AlertFilter = {
  ...emptyFilter,
  keywords: ['droga', 'remont'],
  cpv: ['45000000'],
  value_from: 1000,
}

it('orders conditions by their effect and returns the filter without each', () => {
  const effects = readEffects(
    {
      count: 412,
      without: [
        { list: 'keywords', index: 0, value: 'droga', count: 400 },
        { list: 'keywords', index: 1, value: 'remont', count: 96 },
        { list: 'cpv', index: 0, value: '45', count: 500 },
        { list: 'colours', index: 0, value: 'red', count: 1 },
        { list: 'keywords', index: 2, value: 'x' },
      ],
      without_limits: [{ limit: 'value_from', count: 412 }],
    },
    filter,
  )
  expect(effects.map(({ after }) => after)).toEqual([96, 500, 400, 412])
  expect(effects[0]?.filter.keywords).toEqual(['droga'])
  expect(effects[1]?.filter.cpv).toEqual([])
  expect(effects[3]?.filter.value_from).toBeNull()
})

it('returns the conditions to drop, and nothing when the answer lists none', () => {
  const drop = { values: [{ list: 'keywords', index: 0, value: 'droga' }], limits: ['value_from', 'size'], count: 7 }
  const culprits = readBlockingConditions({ to_drop: drop }, filter)
  expect(culprits?.conditions).toHaveLength(2)
  expect(culprits?.filter).toEqual({ ...filter, keywords: ['remont'], value_from: null })
  expect(readBlockingConditions({ to_drop: null }, filter)).toBeUndefined()
  expect(readBlockingConditions({}, filter)).toBeUndefined()
  expect(readBlockingConditions({ to_drop: { values: [], limits: [], count: 0 } }, filter)).toBeUndefined()
})

it('returns no effects for an answer without a count', () => {
  expect(readEffects({ without: [] }, filter)).toEqual([])
})
