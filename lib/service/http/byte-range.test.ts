import { describe, expect, it } from 'vitest'

import { parseByteRange } from './ranged-answer'

describe('parseByteRange', () => {
  it.each([
    ['bytes=0-0', { start: 0, end: 0 }],
    ['bytes=2-4', { start: 2, end: 4 }],
    ['Bytes = 7-', { start: 7, end: 9 }],
    ['bytes=8-100', { start: 8, end: 9 }],
    ['bytes=-3', { start: 7, end: 9 }],
    ['bytes=-100', { start: 0, end: 9 }],
  ])('parses %s for ten bytes', (header, range) => expect(parseByteRange(header, 10)).toEqual(range))

  it.each(['bytes=10-', 'bytes=10-12', 'bytes=-0', 'bytes=99999999999999999999-'])(
    'returns unsatisfiable for %s',
    (header) => expect(parseByteRange(header, 10)).toBe('unsatisfiable'),
  )

  it.each([null, '', 'bytes=', 'bytes=-', 'bytes=4-2', 'bytes=0-1,3-4', 'items=0-1', 'bytes=a-b'])(
    'ignores %s',
    (header) => expect(parseByteRange(header, 10)).toBeNull(),
  )
})
