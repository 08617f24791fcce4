import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'

import { array, assert, asyncProperty, constantFrom, nat } from 'fast-check'
import { expect, it } from 'vitest'

import { hideKey } from '@/lib/panel/secrets/key-custody'

const KEY = 'aab-aaab-key'

/** Passes the input through the filter in pieces that end at `cuts`. */
async function hideInPieces(input: string, cuts: readonly number[]): Promise<string> {
  const ends = [...cuts.map((cut) => cut % (input.length + 1)), input.length].sort((a, b) => a - b)
  const pieces = ends.map((end, i) => Buffer.from(input.slice(ends[i - 1] ?? 0, end)))
  return text(Readable.from(pieces.filter((piece) => piece.length > 0)).pipe(hideKey(KEY)))
}

const part = constantFrom(KEY, 'a', 'aab', 'aab-aaab-ke', '-key', 'x', '{"a":1}')

it('masks the key in a stream however it is split, and changes nothing else', async () => {
  await assert(
    asyncProperty(array(part, { maxLength: 12 }), array(nat(), { maxLength: 8 }), async (parts, cuts) => {
      const input = parts.join('')
      expect(await hideInPieces(input, cuts)).toBe(input.replaceAll(KEY, '*'.repeat(KEY.length)))
    }),
  )
})

it('masking keeps the number of bytes', async () => {
  const input = `${KEY}ąę${KEY}${KEY.slice(0, 5)}`
  expect(Buffer.byteLength(await hideInPieces(input, []))).toBe(Buffer.byteLength(input))
})
