import { expect, it } from 'vitest'

import { describeChange } from './describe-change'

it('describes what a change of label or tags did', () => {
  const change = { action: 'monitors.update', before: { label: 'stara' }, after: { label: 'nowa', tags: ['a', 'b'] } }
  expect(describeChange(change)).toEqual({ action: 'update', from: 'stara', to: 'nowa, a, b' })
  expect(describeChange({ action: 'monitors.bulkTag', before: { tags: [] }, after: { tags: ['a'] } })).toEqual({
    action: 'tags',
    from: undefined,
    to: 'a',
  })
  const ofMany = { action: 'bulkTags.undo', tags: { added: ['a'], removed: [], undone: null } }
  expect(describeChange(ofMany)).toEqual({ action: 'bulkUndo', from: undefined, to: undefined })
})

it('returns no values if they are unreadable, and no action if it is unknown', () => {
  const none = { from: undefined, to: undefined }
  expect(describeChange({ action: 'coverage.certificate', after: { events: 3 } })).toEqual({
    action: 'certificate',
    ...none,
  })
  expect(describeChange({ action: 'monitors.paint', before: 'x', after: null })).toEqual({ action: undefined, ...none })
  expect(
    describeChange({ action: 'monitors.update', before: { label: 'a' }, after: { label: 'a' } }).to,
  ).toBeUndefined()
})
