import * as fc from 'fast-check'
import { expect, it } from 'vitest'

import { isNestedDeeper } from './read-input'

const depthOf = (value: unknown): number =>
  typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0

it('isNestedDeeper counts nested lists and objects, and ignores the content of strings', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
      const [json, depth] = [JSON.stringify(value), depthOf(value)]
      expect([isNestedDeeper(json, depth), isNestedDeeper(json, depth - 1)]).toEqual([false, true])
    }),
  )
})

it.each([
  ['["[[[[","\\"[[[[","{{{{\\\\"]', 1],
  ['"[[', 0],
  ['"\\', 0],
  [']]]][[', 0],
])('%s is nested no deeper than %i', (json, levels) => {
  expect(isNestedDeeper(json, levels)).toBe(false)
})

it('isNestedDeeper handles a text of eight megabytes', () => {
  expect(isNestedDeeper('['.repeat(8_000_000), 50)).toBe(true)
  expect(isNestedDeeper(`["${'\\"['.repeat(2_600_000)}"]`, 50)).toBe(false)
})
