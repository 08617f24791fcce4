import { expect, it } from 'vitest'

import { nextMonitorSort } from './next-sort'

it('switches from the default direction to the other and then back to the order of the service', () => {
  const first = nextMonitorSort(undefined, 'event')
  expect(first).toEqual({ by: 'event', isDescending: true })
  const second = nextMonitorSort(first, 'event')
  expect(second).toEqual({ by: 'event', isDescending: false })
  expect(nextMonitorSort(second, 'event')).toBeUndefined()
  expect(nextMonitorSort(first, 'subject')).toEqual({ by: 'subject', isDescending: false })
})
