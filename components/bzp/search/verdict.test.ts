import { expect, it } from 'vitest'

import { countPace, judgeCount } from './verdict'

it.each([
  [0, 30, 'none'],
  [1, 30, 'few'],
  [9, 30, 'few'],
  [10, 30, 'good'],
  [300, 30, 'good'],
  [301, 30, 'loud'],
  [5, 0, 'good'],
] as const)('judges %i matches in %i days as %s', (count, days, verdict) => {
  expect(judgeCount(count, days)).toBe(verdict)
})

it('is not good while a neighbouring code has more', () => {
  expect(judgeCount(89, 30, [269, 30])).toBe('narrow')
  expect(judgeCount(89, 30, [89])).toBe('good')
  expect(judgeCount(0, 30, [269])).toBe('none')
})

it('returns the pace of matches', () => {
  expect(countPace(128, 30)).toEqual({ unit: 'perDay', n: 4 })
  expect(countPace(15, 30)).toEqual({ unit: 'perDay', n: 1 })
  expect(countPace(14, 30)).toEqual({ unit: 'inDays', n: 2 })
  expect(countPace(1, 30)).toEqual({ unit: 'inDays', n: 30 })
  expect(countPace(0, 30)).toBeUndefined()
})
