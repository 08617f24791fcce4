import { expect, it } from 'vitest'

import { differingPart } from './differing-part'

const words = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => `słowo${from + at}`).join(' ')

it('leaves short texts unchanged', () => {
  expect(differingPart({ before: 'most', after: 'wiadukt' })).toEqual({ before: 'most', after: 'wiadukt' })
})

it('leaves out the common beginning and end of long texts', () => {
  const text = (middle: string) => `${words(0, 20)} ${middle} ${words(20, 40)}`
  expect(differingPart({ before: text('do maja'), after: text('do czerwca 2027') })).toEqual({
    before: `… ${words(17, 20)} do maja ${words(20, 24)} …`,
    after: `… ${words(17, 20)} do czerwca 2027 ${words(20, 24)} …`,
  })
})

it('shows text added at the end and text that repeats', () => {
  const text = words(0, 20)
  expect(differingPart({ before: text, after: `${text} dodane` })).toEqual({
    before: `… ${words(16, 20)}`,
    after: `… ${words(16, 20)} dodane`,
  })
  expect(differingPart({ before: `${text} a`, after: `${text} a a` }).after).toMatch(/ a a$/)
})
