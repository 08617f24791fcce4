import * as fc from 'fast-check'
import { expect, it } from 'vitest'

import { emptyDraft } from './filter-draft'
import { combineFilters, hasIncomparable, setOperations } from './set-arithmetic'

const content = (nip: readonly string[], name: readonly string[] = []) => ({ ...emptyDraft.content, nip, name })

it.each([
  ['without', ['1'], ['Odra']],
  ['both', ['2'], ['Wisła']],
  ['either', ['1', '2', '3'], ['Wisła', 'Odra', 'Warta']],
  ['one', ['1', '3'], ['Odra', 'Warta']],
] as const)('combines filters with the operation %s', (operation, nip, name) => {
  const [a, b] = [content(['1', '2'], ['Wisła', 'Odra']), content(['2', '3'], ['WISLA', 'Warta'])]
  expect(combineFilters(a, b, operation)).toEqual(content(nip, name))
})

it('satisfies the laws of sets', () => {
  const values = fc.uniqueArray(fc.constantFrom(...'a b c d e f g h'.split(' ')))
  fc.assert(
    fc.property(values, values, (one, other) => {
      const [a, b] = [content(one), content(other)]
      const byOperation = Object.fromEntries(
        setOperations.map((each) => [each, new Set(combineFilters(a, b, each).nip)]),
      )
      const reverse = new Set(combineFilters(b, a, 'without').nip)
      expect(byOperation['either']?.size).toBe((byOperation['both']?.size ?? 0) + (byOperation['one']?.size ?? 0))
      expect(byOperation['one']).toEqual(new Set([...(byOperation['without'] ?? []), ...reverse]))
      expect(byOperation['both']).toEqual(new Set(combineFilters(b, a, 'both').nip))
      expect([...(byOperation['without'] ?? [])].some((value) => other.includes(value))).toBe(false)
    }),
  )
})

it('reports a full personal number next to sealed ones, which only the server can compare', () => {
  const sealed = { ...emptyDraft.content, pesel: ['sealed:abcdefghijklmnopqrstuvwx:44•••••••59'] }
  const typed = { ...emptyDraft.content, pesel: ['44051401359'] }
  const elsewhere = { ...emptyDraft.content, name: ['Jan 44051401359'] }
  expect(hasIncomparable(typed, sealed)).toBe(true)
  expect(hasIncomparable(sealed, typed)).toBe(true)
  expect(hasIncomparable(sealed, sealed)).toBe(false)
  expect(hasIncomparable(elsewhere, sealed)).toBe(false)
})
