import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { MAX_TAGS } from '@/lib/domain/tags/tags'
import { planTagChange } from '@/lib/features/bulk-tags/domain/tag-change'

import {
  checkboxState,
  dropTag,
  findTags,
  pressTag,
  previewTags,
  type TagDraft,
  tagRows,
  toChange,
} from './bulk-tag-draft'

const sets = [
  { tags: ['a', 'b'], monitors: 3 },
  { tags: ['a'], monitors: 2 },
]
const [a, b, c] = tagRows(sets, ['c', 'a']) as [
  ReturnType<typeof tagRows>[number],
  ReturnType<typeof tagRows>[number],
  ReturnType<typeof tagRows>[number],
]

describe('tagRows', () => {
  it('shows which tags are carried by all, some and none of the selected monitors', () => {
    expect([a, b, c]).toEqual([
      { tag: 'a', monitorCount: 5, mark: 'all' },
      { tag: 'b', monitorCount: 3, mark: 'some' },
      { tag: 'c', monitorCount: 0, mark: 'none' },
    ])
  })

  it('finds tags regardless of accents and case', () => {
    const rows = tagRows([], ['Łódź', 'Kraków'])
    expect(findTags(rows, ' lod ').map(({ tag }) => tag)).toEqual(['Łódź'])
  })
})

describe('pressing a tag', () => {
  const presses = (row: typeof a, times: number) => {
    let draft: TagDraft = new Map()
    return Array.from({ length: times }, () => {
      draft = pressTag(draft, row)
      return checkboxState(draft, row)
    })
  }

  it('toggles between all and none', () => {
    expect(presses(a, 3)).toEqual(['off', 'on', 'off'])
    expect(presses(c, 3)).toEqual(['on', 'off', 'on'])
  })

  it('never makes a tag partial; only a reset does', () => {
    expect(checkboxState(new Map(), b)).toBe('mixed')
    expect(presses(b, 4)).toEqual(['on', 'off', 'on', 'off'])
    const pressed = pressTag(new Map(), b)
    expect(checkboxState(dropTag(pressed, 'b'), b)).toBe('mixed')
  })

  it('leaves no change if a tag is back in its original state', () => {
    expect(toChange(pressTag(pressTag(new Map(), a), a))).toEqual({ add: [], remove: [] })
    expect(toChange(pressTag(pressTag(new Map(), b), a))).toEqual({ add: ['b'], remove: ['a'] })
  })
})

it('counts the same as the dry run over the monitors', () => {
  const pool = 'abcdefghijklm'.split('')
  const tags = fc.uniqueArray(fc.constantFrom(...pool), { maxLength: MAX_TAGS })
  const draft = fc.dictionary(fc.constantFrom(...pool), fc.constantFrom('add' as const, 'remove' as const))
  fc.assert(
    fc.property(fc.array(tags, { maxLength: 20 }), draft, (lists, choices) => {
      const chosen = new Map(Object.entries(choices))
      const monitors = lists.map((list, index) => ({ id: String(index), tags: list }))
      const plan = planTagChange(monitors, toChange(chosen))
      const grouped = lists.map((list) => ({ tags: list, monitors: 1 }))
      expect(previewTags(grouped, chosen)).toEqual({
        changing: plan.changing.length,
        unchanged: plan.same,
        refused: plan.refused.length,
      })
    }),
  )
})
