import { expect, test } from 'vitest'

import { toast, toastStore } from './toast'

test('an error that comes again takes the place of the one before; what succeeds again is said again', () => {
  toast.error('Refused')
  toast.success('Done')
  toast.error('Refused')
  toast.success('Done')
  expect(toastStore.read().map(({ message }) => message)).toEqual(['Done', 'Refused', 'Done'])
})
