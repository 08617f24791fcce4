import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { applyTagChange, MAX_TAGS } from '@/lib/domain/tags'

import { chunksOf } from './chunk'
import { planTagChange, undoCalls } from './tag-plan'

const ten = 'abcdefghij'.split('')

describe('planTagChange', () => {
  it('counts what changes, what is so already, and what would pass ten tags', () => {
    const plan = planTagChange(
      [
        { id: '1', tags: [] },
        { id: '2', tags: ['x', 'y'] },
        { id: '3', tags: ten },
        { id: '4', tags: ['y'] },
      ],
      { add: ['x'] },
    )
    expect(plan).toEqual({
      changing: [
        { id: '1', before: [], after: ['x'] },
        { id: '4', before: ['y'], after: ['y', 'x'] },
      ],
      same: 1,
      refused: 1,
    })
  })

  it('changes nothing without tags', () => {
    expect(planTagChange([{ id: '1', tags: ['a'] }], { add: [' '], remove: [] })).toEqual({
      changing: [],
      same: 1,
      refused: 0,
    })
  })
})

describe('undoCalls', () => {
  it('takes an added tag away only where it was absent before', () => {
    const monitors = [
      { id: '1', tags: ['x'] },
      { id: '2', tags: [] },
      { id: '3', tags: ['y'] },
    ]
    const { changing } = planTagChange(monitors, { add: ['x', 'y'] })
    expect(undoCalls(changing)).toEqual([
      { ids: ['1'], add: [], remove: ['y'] },
      { ids: ['2'], add: [], remove: ['x', 'y'] },
      { ids: ['3'], add: [], remove: ['x'] },
    ])
  })

  it('groups monitors with the same difference, in whatever order their tags stand', () => {
    const { changing } = planTagChange(
      [
        { id: '1', tags: ['a', 'b', 'c'] },
        { id: '2', tags: ['b', 'a'] },
      ],
      { remove: ['a', 'b'] },
    )
    expect(undoCalls(changing)).toEqual([{ ids: ['1', '2'], add: ['a', 'b'], remove: [] }])
  })

  const tags = fc.uniqueArray(fc.constantFrom(...'abcdefghijklm'.split('')), { maxLength: MAX_TAGS })
  it('restores the tags of every monitor', () => {
    fc.assert(
      fc.property(fc.array(tags, { maxLength: 20 }), tags, tags, (sets, add, remove) => {
        const before = sets.map((set, index) => ({ id: String(index), tags: set }))
        const state = new Map<string, readonly string[]>(before.map(({ id, tags }) => [id, tags]))
        const { changing } = planTagChange(before, { add, remove })
        for (const { id, after } of changing) state.set(id, after)
        for (const call of undoCalls(changing)) {
          for (const id of call.ids) {
            const result = applyTagChange(state.get(id) ?? [], call)
            expect(result.refused).toBe(false)
            state.set(id, result.tags)
          }
        }
        for (const { id, tags } of before) expect(new Set(state.get(id))).toEqual(new Set(tags))
      }),
    )
  })
})

it('cuts into chunks without losing or repeating anything', () => {
  expect(chunksOf([1, 2, 3, 4, 5], 2)).toEqual([[1, 2], [3, 4], [5]])
  expect(chunksOf([], 2)).toEqual([])
})
