import { expect, it } from 'vitest'

import { nextSort } from './next-sort'

it('goes from the usual direction to the other and back to the order of the service', () => {
  const first = nextSort(undefined, 'event')
  expect(first).toEqual({ by: 'event', isDescending: true })
  const second = nextSort(first, 'event')
  expect(second).toEqual({ by: 'event', isDescending: false })
  expect(nextSort(second, 'event')).toBeUndefined()
  expect(nextSort(first, 'subject')).toEqual({ by: 'subject', isDescending: false })
})
