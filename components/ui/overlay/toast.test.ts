import { expect, test } from 'vitest'

import { toast, toastStore } from './toast'

test('a repeated message replaces the previous one, unless each can be undone', () => {
  toast.error('Refused')
  toast.success('Done')
  toast.error('Refused')
  toast.success('Done')
  expect(toastStore.read().map(({ message }) => message)).toEqual(['Refused', 'Done'])
  const action = { label: 'Undo', onPress: () => undefined }
  toast.success('Done', { action })
  toast.success('Done', { action })
  expect(toastStore.read()).toHaveLength(4)
})
