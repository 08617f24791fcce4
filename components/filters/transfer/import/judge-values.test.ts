import { expect, it } from 'vitest'

import { MAX_FILTER_ITEMS, filterLists, type FilterListName } from '@/lib/domain/filter-lists'
import { nipOf } from '@/lib/testing/identifiers'

import { noServiceFaults } from '../../draft/filter-draft'
import { type FoundFilter, judgeFilter } from './judge-values'

const filterWith = (lists: Partial<Record<FilterListName, readonly string[]>>): FoundFilter => ({
  name: 'a',
  texts: new Map(
    filterLists.flatMap((list) => {
      const texts = lists[list]
      return texts === undefined ? [] : [[list, texts.map((text) => ({ written: text, text }))] as const]
    }),
  ),
  unmatched: [],
  unplacedCells: 0,
  hasListNames: true,
})
const all = { chosen: new Set(filterLists), refused: noServiceFaults }
const verdictsOf = (filter: FoundFilter) =>
  judgeFilter(filter, all).values.map(({ value, verdict, fault }) => [value, verdict, ...(fault ? [fault] : [])])

it('returns a verdict for every value', () => {
  const nip = ['5261040828', '526-104-08-28', 'PL 7740001454', '5261040827', '5261040827', '12']
  expect(verdictsOf(filterWith({ nip }))).toEqual([
    ['5261040828', 'valid'],
    ['5261040828', 'duplicate'],
    ['7740001454', 'mended'],
    ['5261040827', 'invalid', 'checksum'],
    ['5261040827', 'duplicate'],
    ['12', 'invalid', 'length'],
  ])
  expect(verdictsOf(filterWith({ krs: ['28860'], name: ['Wisła  SA', 'WISŁA sa', '—'] }))).toEqual([
    ['0000028860', 'mended'],
    ['Wisła SA', 'mended'],
    ['WISŁA sa', 'duplicate'],
    ['—', 'invalid', 'no_word'],
  ])
})

it('accepts seals but rejects masked values without a seal', () => {
  const sealed = 'sealed:abcdefghijklmnopqrstuvwx:44•••••••59'
  const filter = filterWith({ pesel: [sealed, '44•••••••59', '•••••'], name: ['Jan 44•••••••59'] })
  expect(verdictsOf(filter)).toEqual([
    [sealed, 'valid'],
    ['44•••••••59', 'invalid', 'masked'],
    ['•••••', 'invalid', 'masked'],
    ['Jan 44•••••••59', 'invalid', 'masked'],
  ])
  expect(judgeFilter(filter, all).content).toMatchObject({ pesel: [sealed], name: [] })
})

it('keeps invalid values in the draft and out of the content to save', () => {
  const { content, draft } = judgeFilter(filterWith({ nip: ['5261040828', '5261040827'] }), all)
  expect(content.nip).toEqual(['5261040828'])
  expect(draft.nip).toEqual(['5261040828', '5261040827'])
})

it('leaves out lists that were not chosen and rejects values that the service refused before', () => {
  const sealed = 'sealed:abcdefghijklmnopqrstuvwx:44•••••••59'
  const filter = filterWith({ nip: ['5261040828'], krs: ['0000028860'], pesel: [sealed] })
  const refused = new Map([
    ['pesel', new Map([[sealed, 'not of this account']])],
    ['krs', new Map([['0000028860', 'no such']])],
  ] as const)
  const { values, content } = judgeFilter(filter, { chosen: new Set(['krs', 'pesel']), refused })
  expect(values.map(({ list, fault }) => [list, fault])).toEqual([
    ['krs', 'refused'],
    ['pesel', 'foreign'],
  ])
  expect(Object.values(content).flat()).toEqual([])
})

it('counts values above the limit of a list after merging repetitions', () => {
  const nip = Array.from({ length: MAX_FILTER_ITEMS }, (_, at) => nipOf(at))
  expect(judgeFilter(filterWith({ nip: [...nip, nipOf(0)] }), all).over).toEqual([])
  expect(judgeFilter(filterWith({ nip: [...nip, nipOf(MAX_FILTER_ITEMS)] }), all).over).toEqual([
    { list: 'nip', count: MAX_FILTER_ITEMS + 1 },
  ])
})
