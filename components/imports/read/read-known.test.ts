import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { readKnownMonitors } from './read-known'

const row = (id: string, value: string | null = id) => {
  const type = value === null ? null : 'krs'
  return [id, type, value, null, ['a'], value === null ? 'f-1' : null, null, null, null, null]
}
const line = (part: object) => `${JSON.stringify(part)}\n`
const rows = (...list: unknown[]) => line({ rows: list, total: 3 })
const end = line({ end: true, count: 3 })
const fault = (status: number, seconds: number | null) =>
  line({ error: { status, code: 'c', request_id: null, retry_after_s: seconds, message: '', detail: {} } })

/** Each request receives the next of these bodies. */
function stubAnswers(...bodies: (string | ReadableStream | Response)[]) {
  const fetched = vi.fn((_address: string, _init: RequestInit) => {
    const body = bodies.shift()
    return Promise.resolve(body instanceof Response ? body : new Response(body))
  })
  vi.stubGlobal('fetch', fetched)
  return fetched
}
const neverAborts = new AbortController().signal

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})
/** Runs timers until the promise is settled. */
async function settleWithTimers<T>(pending: Promise<T>): Promise<PromiseSettledResult<T> | undefined> {
  const results: PromiseSettledResult<T>[] = []
  void Promise.allSettled([pending]).then((settledAs) => results.push(...settledAs))
  while (results.length === 0) await vi.advanceTimersByTimeAsync(1000)
  return results[0]
}

it('reads every monitor with an identifier once and reports progress', async () => {
  stubAnswers(rows(row('1'), row('2', null)) + rows(row('1'), row('3')) + end)
  const report = vi.fn()
  const known = await settleWithTimers(readKnownMonitors(neverAborts, report))
  const monitor = (id: string) => ({ id, type: 'krs', value: id, label: null, tags: ['a'] })
  expect(known).toMatchObject({ value: [monitor('1'), monitor('3')] })
  expect(report.mock.calls).toEqual([
    [1, 3],
    [2, 3],
  ])
})

it.each([
  ['within the stream', () => rows(row('1')) + fault(429, 90)],
  ['instead of it', () => Response.json({ detail: '' }, { status: 429, headers: { 'retry-after': '90' } })],
])('waits for a rate limit that comes %s and reads again', async (_where, limit) => {
  const fetched = stubAnswers(limit(), rows(row('1'), row('2')) + end)
  const began = Date.now()
  expect(await settleWithTimers(readKnownMonitors(neverAborts, vi.fn()))).toMatchObject({
    value: [{ id: '1' }, { id: '2' }],
  })
  expect(Date.now() - began).toBeGreaterThanOrEqual(90_000)
  expect(fetched).toHaveBeenCalledTimes(2)
})

it('rejects an incomplete answer', async () => {
  stubAnswers(rows(row('1')) + fault(502, null))
  expect(await settleWithTimers(readKnownMonitors(neverAborts, vi.fn()))).toMatchObject({ reason: { status: 502 } })
  stubAnswers(rows(row('1')))
  expect(await settleWithTimers(readKnownMonitors(neverAborts, vi.fn()))).toMatchObject({ reason: { kind: 'network' } })
})

it('stops when it is aborted, also while waiting', async () => {
  const controller = new AbortController()
  stubAnswers(rows(row('1')) + rows(row('2')) + end)
  const report = vi.fn(() => controller.abort())
  expect(await settleWithTimers(readKnownMonitors(controller.signal, report))).toMatchObject({ status: 'rejected' })
  expect(report).toHaveBeenCalledTimes(1)

  const waiting = new AbortController()
  const fetched = stubAnswers(fault(429, 90), rows(row('1')) + end)
  const pending = Promise.allSettled([readKnownMonitors(waiting.signal, vi.fn())])
  await vi.advanceTimersByTimeAsync(1000)
  waiting.abort()
  expect((await pending)[0]).toMatchObject({ status: 'rejected' })
  expect(fetched).toHaveBeenCalledTimes(1)
})
