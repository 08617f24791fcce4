import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { filterLists } from '@/lib/domain/filter-lists'

import { type ContentDraft, diffDraft, emptyDraft, type FilterDraft } from './filter-draft'
import { mergeDrafts } from './three-way-merge'

const draft = (name: string, content: Partial<ContentDraft> = {}): FilterDraft => ({
  name,
  content: { ...emptyDraft.content, ...content },
})

describe('merging two edits', () => {
  const base = draft('A', { nip: ['1', '2', '3'], krs: ['7'] })

  it('applies my additions and removals to the other edit', () => {
    const mine = draft('A', { nip: ['1', '3', '4'], krs: ['7'] })
    const theirs = draft('A', { nip: ['1', '2', '3', '5'], krs: ['7', '8'] })
    expect(mergeDrafts({ base, mine, theirs })).toEqual({
      // I removed 2, and they left it unchanged.
      draft: draft('A', { nip: ['1', '3', '5', '4'], krs: ['7', '8'] }),
      names: undefined,
    })
  })

  it('keeps a name that one side changed and reports a conflict when both did', () => {
    const mergeNames = (mine: string, theirs: string) => mergeDrafts({ base, mine: draft(mine), theirs: draft(theirs) })
    expect(mergeNames('B', 'A')).toMatchObject({ draft: { name: 'B' }, names: undefined })
    expect(mergeNames('A', 'C')).toMatchObject({ draft: { name: 'C' }, names: undefined })
    expect(mergeNames('B', 'B ')).toMatchObject({ draft: { name: 'B ' }, names: undefined })
    expect(mergeNames('B', 'C')).toMatchObject({ draft: { name: 'B' }, names: { mine: 'B', theirs: 'C' } })
  })

  it('treats two spellings of a name as one value', () => {
    const merged = mergeDrafts({
      base: draft('A', { name: ['Wisła'] }),
      mine: draft('A', { name: ['WISŁA', 'Odra'] }),
      theirs: draft('A', { name: ['Wisła', 'ODRA'] }),
    })
    expect(merged.draft.content.name).toEqual(['Wisła', 'ODRA'])
  })
})

const values = fc.uniqueArray(fc.constantFrom(...'a b c d e f g h i j'.split(' ')), { maxLength: 8 })
const anyDraft = fc
  .record({ name: fc.constantFrom('A', 'B', 'C'), krs: values, nip: values, name_list: values })
  .map(({ name, krs, nip, name_list: names }) => draft(name, { krs, nip, name: names }))
const anySides = fc.record({ base: anyDraft, mine: anyDraft, theirs: anyDraft })
const asSets = ({ content }: FilterDraft) => filterLists.map((list) => new Set(content[list]))

describe('merging any edits', () => {
  it('gives the same result from both sides', () => {
    fc.assert(
      fc.property(anySides, ({ base, mine, theirs }) => {
        const [one, other] = [mergeDrafts({ base, mine, theirs }), mergeDrafts({ base, mine: theirs, theirs: mine })]
        expect(asSets(one.draft)).toEqual(asSets(other.draft))
        expect(one.names === undefined).toBe(other.names === undefined)
        if (one.names === undefined) expect(one.draft.name).toBe(other.draft.name)
      }),
    )
  })

  it('has all additions, no removed values, every untouched value and nothing else', () => {
    fc.assert(
      fc.property(anySides, ({ base, mine, theirs }) => {
        const { content } = mergeDrafts({ base, mine, theirs }).draft
        for (const list of filterLists) {
          const [was, mineValues, theirsValues] = [base, mine, theirs].map((each) => new Set(each.content[list]))
          const expected = [...new Set([...base.content[list], ...mine.content[list], ...theirs.content[list]])].filter(
            (value) => (was?.has(value) ? mineValues?.has(value) && theirsValues?.has(value) : true),
          )
          expect(new Set(content[list])).toEqual(new Set(expected))
          expect(content[list]).toEqual([...new Set(content[list])])
        }
      }),
    )
  })

  it('returns the edit when only one side changed', () => {
    fc.assert(
      fc.property(anyDraft, anyDraft, (base, edited) => {
        const [mine, theirs] = [
          mergeDrafts({ base, mine: edited, theirs: base }),
          mergeDrafts({ base, mine: base, theirs: edited }),
        ]
        expect(diffDraft(edited, mine.draft).isDirty).toBe(false)
        expect(diffDraft(edited, theirs.draft).isDirty).toBe(false)
      }),
    )
  })
})
