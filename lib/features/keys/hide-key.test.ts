import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'

import { array, assert, asyncProperty, constantFrom, nat } from 'fast-check'
import { expect, it } from 'vitest'

import { hideKey } from '@/lib/panel/secrets/key-custody'

const KEY = 'aab-aaab-key'

/** Passes `text` in pieces that end at `cuts`. */
async function through(whole: string, cuts: readonly number[]): Promise<string> {
  const ends = [...cuts.map((cut) => cut % (whole.length + 1)), whole.length].sort((a, b) => a - b)
  const pieces = ends.map((end, i) => Buffer.from(whole.slice(ends[i - 1] ?? 0, end)))
  return text(Readable.from(pieces.filter((piece) => piece.length > 0)).pipe(hideKey(KEY)))
}

const part = constantFrom(KEY, 'a', 'aab', 'aab-aaab-ke', '-key', 'x', '{"a":1}')

it('covers the key wherever the bytes are cut, and changes nothing else', async () => {
  await assert(
    asyncProperty(array(part, { maxLength: 12 }), array(nat(), { maxLength: 8 }), async (parts, cuts) => {
      const whole = parts.join('')
      expect(await through(whole, cuts)).toBe(whole.replaceAll(KEY, '*'.repeat(KEY.length)))
    }),
  )
})

it('keeps the number of bytes', async () => {
  const whole = `${KEY}ąę${KEY}${KEY.slice(0, 5)}`
  expect(Buffer.byteLength(await through(whole, []))).toBe(Buffer.byteLength(whole))
})
