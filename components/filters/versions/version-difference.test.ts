import { expect, it } from 'vitest'

import { emptyDraft, withList } from '../draft/filter-draft'
import { changesOf, restoredDraft, type VersionAnswer } from './version-difference'

const version = (overrides: Partial<VersionAnswer>): VersionAnswer => ({
  name: 'Dawna',
  content: { ...wholeContent },
  missing_lists: [],
  ...overrides,
})
const wholeContent: VersionAnswer['content'] = {
  krs: [],
  nip: [],
  regon: [],
  pesel: [],
  krz_signature: [],
  msig_signature: [],
  name: [],
  subject_id: [],
}

it('lists what restoring a version adds and removes', () => {
  const draft = { ...withList(emptyDraft, 'krs', ['2', '3']), name: 'Nowa' }
  const restored = restoredDraft(draft, version({ content: { ...wholeContent, krs: ['1', '2'] } }))
  expect(restored.name).toBe('Dawna')
  expect(changesOf(draft, restored)).toEqual([{ list: 'krs', added: ['1'], removed: ['3'] }])
})

it('leaves a list unchanged when the version has no values of it', () => {
  const draft = withList(withList(emptyDraft, 'pesel', ['sealed']), 'nip', ['1'])
  const restored = restoredDraft(draft, version({ missing_lists: ['pesel'] }))
  expect(restored.content.pesel).toEqual(['sealed'])
  expect(changesOf(draft, restored)).toEqual([{ list: 'nip', added: [], removed: ['1'] }])
})

it('keeps the name when the version has none', () => {
  expect(restoredDraft({ ...emptyDraft, name: 'Nowa' }, version({ name: '' })).name).toBe('Nowa')
})
