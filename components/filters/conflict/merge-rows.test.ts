import { expect, it } from 'vitest'

import { emptyDraft, withList } from '../draft/filter-draft'
import { findMergeRows, mergeRows } from './merge-rows'

it('returns what each side did with every changed value and whether the merge contains it', () => {
  const base = withList(emptyDraft, 'nip', ['1', '2', '3'])
  const mine = withList(base, 'nip', ['1', '3', '4', '6'])
  const theirs = withList(withList(base, 'nip', ['1', '2', '5', '6']), 'name', ['Wisła'])
  expect(mergeRows({ base, mine: withList(mine, 'name', ['WISLA']), theirs })).toEqual([
    { list: 'nip', value: '2', mine: 'removed', theirs: 'unchanged', isMerged: false },
    { list: 'nip', value: '3', mine: 'unchanged', theirs: 'removed', isMerged: false },
    { list: 'nip', value: '4', mine: 'added', theirs: 'unchanged', isMerged: true },
    { list: 'nip', value: '6', mine: 'added', theirs: 'added', isMerged: true },
    { list: 'nip', value: '5', mine: 'unchanged', theirs: 'added', isMerged: true },
    { list: 'name', value: 'Wisła', mine: 'added', theirs: 'added', isMerged: true },
  ])
})

it('finds changed values by digits or words, in the order of the lists', () => {
  const mine = withList(withList(emptyDraft, 'nip', ['5261040828', '7740001454']), 'name', ['Hurtownia Wisła'])
  const rows = mergeRows({ base: emptyDraft, mine, theirs: emptyDraft })
  const found = (text: string) => findMergeRows(rows, text).map(({ value }) => value)
  expect(found('526-104')).toEqual(['5261040828'])
  expect(found('wisla')).toEqual(['Hurtownia Wisła'])
  expect(found(' ')).toHaveLength(3)
  expect(found('Odra')).toEqual([])
})
