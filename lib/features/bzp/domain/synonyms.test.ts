import { expect, it } from 'vitest'

import { foldText } from '@/lib/domain/fold'

import { synonymGroups as groups } from './synonym-groups'
import { synonymsOf } from './synonyms'

it('offers the other words of a group, as stems', () => {
  expect(synonymsOf([['remont', 'przebudowa', 'modernizacja']], 'Remontu')).toEqual(['przebudow', 'modernizacj'])
  expect(synonymsOf([['remont', 'przebudowa']], 'most')).toEqual([])
})

it('recognises words written without diacritics', () => {
  expect(synonymsOf(groups, 'oswietlenie')).toContain('lamp')
  expect(synonymsOf(groups, 'smieci').length).toBeGreaterThan(0)
})

it('has groups of at least two words, each word once', () => {
  expect(groups.length).toBeGreaterThanOrEqual(60)
  for (const group of groups) expect(new Set(group.map(foldText)).size).toBe(group.length)
  expect(groups.filter((group) => group.length < 2)).toEqual([])
})
