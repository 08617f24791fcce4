import * as fc from 'fast-check'
import { expect, it } from 'vitest'

import { emptyDraft, withList } from '../draft/filter-draft'
import { revertValue, signedValues } from './difference'

const saved = withList(withList(emptyDraft, 'nip', ['5261040828', '7740001454']), 'name', ['Wisła'])
const draft = withList(withList(saved, 'nip', ['7740001454', '5260250995']), 'name', [])

it('lists added and removed values in the order of the lists, and searches them', () => {
  expect(signedValues(saved, draft)).toEqual([
    { list: 'nip', value: '5260250995', isAdded: true },
    { list: 'nip', value: '5261040828', isAdded: false },
    { list: 'name', value: 'Wisła', isAdded: false },
  ])
  expect(signedValues(saved, draft, '526-025').map(({ value }) => value)).toEqual(['5260250995'])
  expect(signedValues(saved, draft, 'wisla').map(({ value }) => value)).toEqual(['Wisła'])
  expect(signedValues(saved, saved)).toEqual([])
})

it('puts a removed value back at its old position', () => {
  expect(revertValue(['1', '2', '3'], ['1', '3', '4'], '2')).toEqual(['1', '2', '3', '4'])
  expect(revertValue(['1', '2'], ['2'], '1')).toEqual(['1', '2'])
  expect(revertValue(['1'], ['1', '4'], '4')).toEqual(['1'])
})

it('restores the saved values when every change is reverted in any order', () => {
  const values = fc.uniqueArray(fc.constantFrom(...'a b c d e f'.split(' ')))
  fc.assert(
    fc.property(values, values, fc.infiniteStream(fc.nat(50)), (before, after, picks) => {
      let now: readonly string[] = after
      for (;;) {
        const changed = signedValues(withList(emptyDraft, 'krs', before), withList(emptyDraft, 'krs', now))
        const pick = changed[(picks.next().value ?? 0) % Math.max(1, changed.length)]
        if (pick === undefined) break
        now = revertValue(before, now, pick.value)
      }
      expect(new Set(now)).toEqual(new Set(before))
      expect(now).toHaveLength(before.length)
    }),
  )
})
