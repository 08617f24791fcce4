import { afterEach, describe, expect, it, vi } from 'vitest'

import { readMonitors } from './read-monitors'

const row = (id: string) => [id, 'krs', '0000028860', null, ['a'], null, 'Spółka', null, null, null]
const { signal } = new AbortController()

/** Responds with the pieces of a body, which may be cut anywhere. */
function stubBody(...pieces: string[]) {
  const encoder = new TextEncoder()
  vi.stubGlobal('fetch', () => {
    const body = new ReadableStream({
      start: (controller) => {
        for (const piece of pieces) controller.enqueue(encoder.encode(piece))
        controller.close()
      },
    })
    return Promise.resolve(new Response(body))
  })
}
async function readAll() {
  const found: string[] = []
  for await (const { monitors } of readMonitors(signal)) found.push(...monitors.map(({ id }) => id))
  return found
}
afterEach(() => vi.unstubAllGlobals())

const end = (count: number) => `${JSON.stringify({ end: true, count })}\n`
const rows = (...ids: string[]) => `${JSON.stringify({ rows: ids.map(row), total: 3 })}\n`

describe('reading the stream', () => {
  it('joins lines that were split between chunks', async () => {
    const bytes = rows('1', '2') + rows('3') + end(3)
    stubBody(bytes.slice(0, 40), bytes.slice(40, 41), bytes.slice(41))
    expect(await readAll()).toEqual(['1', '2', '3'])
  })

  it('rejects a truncated stream', async () => {
    stubBody(rows('1', '2'))
    await expect(readAll()).rejects.toMatchObject({ name: 'ApiError', kind: 'network' })
    stubBody(rows('1').slice(0, 30))
    await expect(readAll()).rejects.toMatchObject({ kind: 'network' })
  })

  it('throws the error with which the service ended the stream', async () => {
    stubBody(
      rows('1'),
      `${JSON.stringify({ error: { status: 502, code: 'broken', request_id: 'r', retry_after_s: 90, message: 'broke', detail: {} } })}\n`,
    )
    const fault = { status: 502, code: 'broken', requestId: 'r', retryAfterS: 90 }
    await expect(readAll()).rejects.toMatchObject(fault)
  })

  it('throws the error of the panel when there is no stream', async () => {
    vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ detail: 'no' }, { status: 500 })))
    await expect(readAll()).rejects.toMatchObject({ status: 500 })
  })
})
