import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { applyTagChange, MAX_TAGS } from '@/lib/domain/tags/tags'

import { diffTags, remainingDifferences, changedIds, planTagChange, planUndo, type TagDifference } from './tag-change'

const ten = 'abcdefghij'.split('')

describe('planTagChange', () => {
  it('separates monitors that change, that stay the same, and that would exceed ten tags', () => {
    const monitors = [
      { id: '1', tags: [] },
      { id: '2', tags: ['x', 'y'] },
      { id: '3', tags: ten },
      { id: '4', tags: ['y'] },
    ]
    const plan = planTagChange(monitors, { add: ['x'] })
    expect(plan).toEqual({ changing: [monitors[0], monitors[3]], same: 1, refused: [monitors[2]] })
  })

  it('changes nothing without tags', () => {
    const plan = planTagChange([{ id: '1', tags: ['a'] }], { add: [' '], remove: [] })
    expect(plan).toEqual({ changing: [], same: 1, refused: [] })
  })
})

describe('planUndo', () => {
  const monitors = [
    { id: '1', tags: ['x'] },
    { id: '2', tags: [] },
    { id: '3', tags: ['y'] },
  ]
  const after = (add: string[]) =>
    new Map(monitors.map(({ id, tags }) => [id, applyTagChange(tags, { add }).tags] as const))

  it('removes an added tag only where it was absent before', () => {
    const differences = diffTags(monitors, { add: ['x', 'y'] })
    expect(planUndo(differences, after(['x', 'y'])).steps).toEqual([
      { ids: ['1'], added: [], removed: ['y'] },
      { ids: ['2'], added: [], removed: ['x', 'y'] },
      { ids: ['3'], added: [], removed: ['x'] },
    ])
  })

  it('skips what was deleted, restored by hand, or filled up since', () => {
    const differences = diffTags(
      ['gone', 'settled', 'full', 'back'].map((id) => ({ id, tags: ['x'] })),
      { remove: ['x'] },
    )
    const now = new Map([
      ['settled', ['x']],
      ['full', ten],
      ['back', []],
    ])
    expect(planUndo(differences, now)).toEqual({
      steps: [{ ids: ['back'], added: ['x'], removed: [] }],
      settled: ['settled'],
      refused: ['full'],
      missing: ['gone'],
    })
  })
})

const pool = 'abcdefghijklm'.split('')
const tags = fc.uniqueArray(fc.constantFrom(...pool), { maxLength: MAX_TAGS })
const state = fc
  .array(tags, { maxLength: 20 })
  .map((sets) => sets.map((set, index) => ({ id: String(index), tags: set })))
const toMap = (monitors: readonly { id: string; tags: readonly string[] }[]) =>
  new Map(monitors.map((monitor) => [monitor.id, monitor.tags]))
function changedTagsOf(differences: readonly TagDifference[], id: string): readonly string[] {
  const difference = differences.find(({ ids }) => ids.includes(id))
  return difference === undefined ? [] : [...difference.added, ...difference.removed]
}
const toSets = (now: ReadonlyMap<string, readonly string[]>) =>
  [...now].map(([id, list]) => [id, list.toSorted()] as const)

function apply(now: Map<string, readonly string[]>, steps: readonly TagDifference[]) {
  for (const { ids, added, removed } of steps) {
    for (const id of ids) {
      const result = applyTagChange(now.get(id) ?? [], { add: added, remove: removed })
      expect(result.refused).toBe(false)
      now.set(id, result.tags)
    }
  }
}

describe('for any tags and any change', () => {
  it('the dry run names exactly the monitors that the rule changes', () => {
    fc.assert(
      fc.property(state, tags, tags, (monitors, add, remove) => {
        const { changing, same, refused } = planTagChange(monitors, { add, remove })
        const results = monitors.map((monitor) => applyTagChange(monitor.tags, { add, remove }))
        expect(changing.length).toBe(results.filter(({ changed }) => changed).length)
        expect(refused.length).toBe(results.filter((result) => result.refused).length)
        expect(changing.length + same + refused.length).toBe(monitors.length)
        const differences = diffTags(monitors, { add, remove })
        expect(changedIds(differences)).toEqual(new Set(changing.map(({ id }) => id)))
        const tagsAfter = new Map(toMap(monitors))
        apply(tagsAfter, differences)
        expect(toSets(tagsAfter)).toEqual(monitors.map(({ id }, at) => [id, results[at]?.tags.toSorted()]))
      }),
    )
  })

  it('the undo restores the tags of every monitor', () => {
    fc.assert(
      fc.property(state, tags, tags, (monitors, add, remove) => {
        const differences = diffTags(monitors, { add, remove })
        const now = new Map(toMap(monitors))
        apply(now, differences)
        expect(remainingDifferences(differences, now).flatMap(({ ids }) => ids).length).toBe(
          changedIds(differences).size,
        )
        const undo = planUndo(differences, now)
        expect([undo.settled, undo.refused, undo.missing]).toEqual([[], [], []])
        apply(now, undo.steps)
        expect(toSets(now)).toEqual(toSets(toMap(monitors)))
      }),
    )
  })

  it('the undo touches only what the change did, whatever others did in between', () => {
    fc.assert(
      fc.property(state, tags, tags, tags, tags, (monitors, ...changes) => {
        const [add, remove, laterAdd, laterRemove] = changes
        const differences = diffTags(monitors, { add, remove })
        const now = new Map(toMap(monitors))
        apply(now, differences)
        for (const [id, list] of now) now.set(id, applyTagChange(list, { add: laterAdd, remove: laterRemove }).tags)
        const inBetween = new Map(now)
        const undo = planUndo(differences, now)
        apply(now, undo.steps)
        for (const monitor of monitors) {
          const isRefused = undo.refused.includes(monitor.id)
          const changedTags = isRefused ? [] : changedTagsOf(differences, monitor.id)
          const expected = pool.filter((tag) =>
            (changedTags.includes(tag) ? monitor.tags : (inBetween.get(monitor.id) ?? [])).includes(tag),
          )
          expect(now.get(monitor.id)?.toSorted()).toEqual(expected)
        }
      }),
    )
  })
})
