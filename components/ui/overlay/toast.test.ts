import { expect, test } from 'vitest'

import { toast, toastStore } from './toast'

test('a repeated error replaces the previous one; a repeated success is shown again', () => {
  toast.error('Refused')
  toast.success('Done')
  toast.error('Refused')
  toast.success('Done')
  expect(toastStore.read().map(({ message }) => message)).toEqual(['Done', 'Refused', 'Done'])
})
