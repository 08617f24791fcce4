import { expect, it } from 'vitest'

import { countTags } from './count-tags'

it('counts the monitors of each tag, sorted by name', () => {
  const monitors = [{ id: '1', tags: ['łódź', 'a'] }, { id: '2', tags: ['a', 'zarząd'] }, { id: '3' }]
  expect([...countTags(monitors, 'pl')]).toEqual([
    ['a', 2],
    ['łódź', 1],
    ['zarząd', 1],
  ])
})
