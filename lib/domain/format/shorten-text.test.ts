import * as fc from 'fast-check'
import { expect, it } from 'vitest'

import { shortenText } from './shorten-text'

it('cuts only between visible characters and ends with an ellipsis', () => {
  expect(shortenText('Spółka', 6)).toBe('Spółka')
  expect(shortenText('Spółka akcyjna', 7)).toBe('Spółka…')
  expect(shortenText('ab👩‍👩‍👧', 9)).toBe('ab…')
  expect(shortenText('ab🇵🇱', 5)).toBe('ab…')
  expect(shortenText('&&&&', 11, (part) => part.length * 5)).toBe('&…')
})

it('is never longer than the maximum and never splits a surrogate pair', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), fc.integer({ min: 1, max: 60 }), (text, max) => {
      const cut = shortenText(text, max)
      expect(cut.length).toBeLessThanOrEqual(max)
      // Half of a surrogate pair cannot be written as UTF-8.
      expect(new TextDecoder().decode(new TextEncoder().encode(cut))).toBe(cut)
    }),
  )
})
