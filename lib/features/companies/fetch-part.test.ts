import { describe, expect, it } from 'vitest'

import { fetchPart, MAX_PART_BYTES } from './fetch-part'

const lines = (...values: unknown[]) => values.map((value) => `${JSON.stringify(value)}\n`).join('')
const end = (reason: string, cursor: string | null) => ({ _end: { reason, returned: 2, units: 1, cursor } })
const fetchLines = (text: string) =>
  fetchPart(
    () => Promise.resolve(new Response(text, { headers: { 'x-units-charged': '1' } })),
    { operation: 'krs.changes', query: { krs: '18' } },
    null,
  )

it.each([
  ['limit', 'next', 'next'],
  ['pool', 'next', 'next'],
  // The cursor after `complete` leads to items that appear later, which are not part of this list.
  ['complete', 'later', null],
  ['complete', null, null],
])(
  'omits stream marks from the rows, and returns the cursor that fits the end reason %s',
  async (reason, streamCursor, cursor) => {
    const answer = await fetchLines(lines({ id: 'a' }, { _cursor: 'between' }, { id: 'b' }, end(reason, streamCursor)))
    expect(answer).toMatchObject({ answer: { items: [{ id: 'a' }, { id: 'b' }] }, cursor, units: 1 })
  },
)

/** An endless body that counts how many bytes were read. */
function endlessBody() {
  const readState = { bytes: 0, isCancelled: false }
  const chunk = new TextEncoder().encode(`{"a":"${'x'.repeat(1_000_000)}"}\n`)
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      readState.bytes += chunk.byteLength
      controller.enqueue(chunk)
    },
    cancel: () => {
      readState.isCancelled = true
    },
  })
  return { readState, body }
}

describe('a fetched page', () => {
  it('is read up to a limit, and a longer one is cancelled', async () => {
    const { readState, body } = endlessBody()
    const result = fetchPart(() => Promise.resolve(new Response(body)), { operation: 'knf.warnings', query: {} }, null)
    await expect(result).rejects.toMatchObject({ code: 'unknown_shape' })
    expect(readState.isCancelled).toBe(true)
    expect(readState.bytes).toBeLessThan(MAX_PART_BYTES + 3_000_000)
  })

  it('is unchanged, even when a letter is split between two chunks', async () => {
    const bytes = new TextEncoder().encode('{"items":["zażółć"],"next_cursor":"a"}')
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        for (const byte of bytes) controller.enqueue(Uint8Array.of(byte))
        controller.close()
      },
    })
    const answer = await fetchPart(
      () => Promise.resolve(new Response(body)),
      { operation: 'knf.warnings', query: {} },
      null,
    )
    expect(answer).toMatchObject({ answer: { items: ['zażółć'] }, cursor: 'a' })
  })
})
