import { expect, it } from 'vitest'

import { branchesAround, codeOfPrefix, neighboursOf } from './neighbours'

const counts = [
  { prefix: '45', count: 900 },
  { prefix: '45232', count: 400 },
  { prefix: '45233', count: 313 },
  { prefix: '452331', count: 300 },
  { prefix: '4523312', count: 269 },
  { prefix: '45233121', count: 20 },
  { prefix: '4523314', count: 89 },
  { prefix: '452332', count: 30 },
]

it('finds the largest parts of the branch that are not chosen', () => {
  expect(neighboursOf(['4523314'], counts)).toEqual([
    { prefix: '4523312', count: 269 },
    { prefix: '452332', count: 30 },
  ])
  expect(neighboursOf(['4523314', '4523312'], counts).map(({ prefix }) => prefix)).toEqual(['452332'])
})

it('finds nothing beside a whole branch', () => {
  expect(neighboursOf(['45233'], counts)).toEqual([])
  expect(neighboursOf(['45233', '4523314'], counts)).toEqual([])
  expect(branchesAround(['45', '4523314'])).toEqual(['45233'])
  expect(codeOfPrefix('4523312')).toBe('45233120')
})
