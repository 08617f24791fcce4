import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { applyTagChange, joinTags, MAX_TAGS, splitTags, tidyTags } from './tags'

const few = fc.array(fc.constantFrom('a', 'A', 'b', 'c', 'd', 'e', 'f', 'g', ' b ', '', 'ł'), { maxLength: 12 })
const stored = fc.uniqueArray(fc.constantFrom(...'abcdefghijklm'.split('')), { maxLength: MAX_TAGS })

describe('applyTagChange', () => {
  it('removes first, then adds', () => {
    expect(applyTagChange(['a', 'b'], { add: ['a', 'c'], remove: ['a', 'b'] })).toEqual({
      tags: ['a', 'c'],
      changed: true,
      refused: false,
    })
  })

  it('reports no change when a removed tag is added again or was absent', () => {
    expect(applyTagChange(['a'], { add: ['a'], remove: ['a', 'z'] }).changed).toBe(false)
  })

  it('refuses an eleventh tag and allows a swap at ten tags', () => {
    const ten = 'abcdefghij'.split('')
    expect(applyTagChange(ten, { add: ['k'] })).toEqual({ tags: ten, changed: false, refused: true })
    expect(applyTagChange(ten, { add: ['k'], remove: ['a'] })).toMatchObject({ changed: true, refused: false })
    expect(applyTagChange(ten, { add: ['a', 'j'] })).toMatchObject({ changed: false, refused: false })
  })

  it('distinguishes tags by case and trims them', () => {
    expect(tidyTags([' x ', 'x', 'X', '  '])).toEqual(['x', 'X'])
    expect(applyTagChange(['x'], { add: ['X'] }).tags).toEqual(['x', 'X'])
  })

  it('gives the same result as set arithmetic', () => {
    fc.assert(
      fc.property(stored, few, few, (tags, add, remove) => {
        const wanted = new Set(tags)
        for (const tag of tidyTags(remove)) wanted.delete(tag)
        for (const tag of tidyTags(add)) wanted.add(tag)
        const result = applyTagChange(tags, { add, remove })
        const refused = wanted.size > MAX_TAGS
        expect(result.refused).toBe(refused)
        expect(new Set(result.tags)).toEqual(refused ? new Set(tags) : wanted)
        const isSame = tags.length === wanted.size && tags.every((tag) => wanted.has(tag))
        expect(result.changed).toBe(!refused && !isSame)
      }),
    )
  })
})

describe('tags in one cell', () => {
  it('are separated by commas, semicolons and bars', () => {
    expect(splitTags(' a, b;a |ć ')).toEqual(['a', 'b', 'ć'])
    expect(splitTags('5" disk, "whole; tag"')).toEqual(['5" disk', 'whole; tag'])
  })

  it('are the same after joining and splitting', () => {
    const tag = fc.string({ unit: fc.constantFrom('a', 'ł', '"', ',', ';', '|', ' ', "'") })
    fc.assert(
      fc.property(fc.array(tag), (raw) => {
        const tags = tidyTags(raw)
        expect(splitTags(joinTags(tags))).toEqual(tags)
      }),
    )
  })
})
