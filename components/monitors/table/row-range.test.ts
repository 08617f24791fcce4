import * as fc from 'fast-check'
import { expect, it } from 'vitest'

import { findDrift, countOutside } from '../selection/selection-drift'
import { createSelectionStore } from '../selection/selection-store'
import { rangeBetween } from './row-range'

const rows = ['a', 'b', 'c', 'd'].map((id) => ({ id }))
const ids = (from: string | undefined, to: string) => rangeBetween(rows, from, to).map(({ id }) => id)

it('selects a range in either direction, and a single row without a start', () => {
  expect(ids('b', 'd')).toEqual(['b', 'c', 'd'])
  expect(ids('d', 'b')).toEqual(['b', 'c', 'd'])
  expect(ids(undefined, 'c')).toEqual(['c'])
  expect(ids('gone', 'c')).toEqual(['c'])
  expect(ids('a', 'gone')).toEqual([])
})

const letters = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h')
const lists = fc.uniqueArray(letters, { maxLength: 8 }).map((list) => list.map((id) => ({ id, tags: [] })))

it('contains both ends and nothing outside them', () => {
  fc.assert(
    fc.property(lists, letters, letters, (list, from, to) => {
      const all = list.map(({ id }) => id)
      const start = all.includes(from) ? all.indexOf(from) : all.indexOf(to)
      const [first = 0, last = 0] = [start, all.indexOf(to)].sort((a, b) => a - b)
      const expected = all.includes(to) ? all.slice(first, last + 1) : []
      expect(rangeBetween(list, from, to).map(({ id }) => id)).toEqual(expected)
    }),
  )
})

type Step = { kind: 'toggle' | 'range' | 'list' | 'refresh'; id: string; list: { id: string; tags: never[] }[] }
const steps = fc.array(
  fc.record({ kind: fc.constantFrom<Step['kind']>('toggle', 'range', 'list', 'refresh'), id: letters, list: lists }),
)

it('changes a selection only by presses, whatever list is shown in between', () => {
  fc.assert(
    fc.property(steps, (sequence) => {
      const store = createSelectionStore()
      const model = new Set<string>()
      let shown: Step['list'] = 'abcdefgh'.split('').map((id) => ({ id, tags: [] }))
      let anchor: string | undefined
      for (const { kind, id, list } of sequence) {
        if (kind === 'list' || kind === 'refresh') {
          shown = list
          continue
        }
        const range = rangeBetween(shown, kind === 'range' ? anchor : undefined, id)
        const isOn = !store.has(id)
        store.set(range, isOn)
        for (const row of range) if (isOn) model.add(row.id)
        if (!isOn) for (const row of range) model.delete(row.id)
        anchor = id
        expect(new Set(store.read().chosen.keys())).toEqual(model)
      }
    }),
  )
})

it('counts how many selected monitors no longer match and how many new ones match', () => {
  fc.assert(
    fc.property(lists, lists, (earlier, now) => {
      const chosen = new Map(earlier.map(({ id, tags }) => [id, tags]))
      const { newlyMatching, noLongerMatching } = findDrift(chosen, now)
      expect(newlyMatching).toBe(now.filter(({ id }) => !chosen.has(id)).length)
      expect(noLongerMatching).toBe(earlier.filter(({ id }) => !now.some((row) => row.id === id)).length)
      expect(countOutside(chosen, now)).toBe(noLongerMatching)
    }),
  )
})
