import { createHash } from 'node:crypto'

import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { isApiError } from '@/lib/domain/api-error'
import type { FetchService } from '@/lib/panel/context'

import { BrokenReport, openReport } from './report-reader'

const BYTES = Buffer.from(Array.from({ length: 5000 }, (_, index) => `row ${index};`).join('\n'))
const SHA256 = createHash('sha256').update(BYTES).digest('hex')

/** One simulated answer: its bytes up to the failure, and its other defects. */
type Answer = {
  readonly until?: number
  /** `error`: the connection breaks; `end`: it ends as if complete; `hang`: no further bytes arrive. */
  readonly after?: 'error' | 'end' | 'hang'
  readonly status?: number
  readonly headers?: Record<string, string>
  readonly extra?: Buffer
  readonly bytes?: Buffer
}

function service(answers: readonly Answer[]): FetchService & { readonly ranges: string[] } {
  const ranges: string[] = []
  const answerTo = (init: RequestInit | undefined): Response => {
    const headers = new Headers(init?.headers)
    const { until, after = 'end', extra, bytes = BYTES, ...answerFields } = answers[ranges.length] ?? {}
    ranges.push(headers.get('range') ?? 'all')
    const start = startOf(headers)
    const status = answerFields.status ?? (start > 0 ? 206 : 200)
    if (status >= 400) return Response.json({ detail: { code: 'report_expired', message: 'gone' } }, { status })
    const part = Buffer.concat([bytes.subarray(start, until), extra ?? Buffer.of()])
    return new Response(bodyOf(part, after), {
      status,
      headers: { ...usualHeaders(start, bytes), ...answerFields.headers },
    })
  }
  const fetchService: FetchService = (_path, init) => Promise.resolve(answerTo(init))
  return Object.assign(fetchService, { ranges })
}

const usualHeaders = (start: number, { length }: Buffer) => ({
  'content-type': 'text/csv; charset=utf-8',
  'content-length': String(length - start),
  etag: `"${SHA256}"`,
  ...(start > 0 && { 'content-range': `bytes ${start}-${length - 1}/${length}` }),
})

const startOf = (headers: Headers) => Number(/^bytes=(\d+)-$/.exec(headers.get('range') ?? '')?.[1] ?? 0)

function bodyOf(part: Buffer, after: 'error' | 'end' | 'hang'): ReadableStream<Uint8Array> {
  let at = 0
  return new ReadableStream({
    pull(controller) {
      if (at < part.length) {
        controller.enqueue(new Uint8Array(part.subarray(at, at + 1000)))
        at += 1000
        return undefined
      }
      if (after === 'error') controller.error(new Error('reset'))
      else if (after === 'end') controller.close()
      else return new Promise(() => undefined)
      return undefined
    },
  })
}

async function read(
  answers: readonly Answer[],
  options: { from?: number; sizeBytes?: number; patienceMs?: number } = {},
) {
  const fetchService = service(answers)
  const { bytes, ...file } = await openReport({ fetchService, id: 'a', patienceMs: 1000, waitMs: 2, ...options })
  const chunks: Uint8Array[] = []
  for (;;) {
    const next = await bytes.next()
    if (next.done) return { file, content: Buffer.concat(chunks), end: next.value, ranges: fetchService.ranges }
    chunks.push(next.value)
  }
}

const reasonOf = (reading: Promise<unknown>) =>
  reading.then(
    () => 'whole',
    (error: unknown) => (error instanceof BrokenReport ? error.reason : isApiError(error) ? error.code : String(error)),
  )

describe('a report file', () => {
  it('is read completely, with its name, size and hash', async () => {
    const headers = { 'content-disposition': 'attachment; filename="krz-2026-11-19.csv"' }
    const { file, content, end, ranges } = await read([{ headers }], { sizeBytes: BYTES.length })
    expect(content.equals(BYTES)).toBe(true)
    expect(file).toMatchObject({ name: 'krz-2026-11-19.csv', sizeBytes: BYTES.length, etag: `"${SHA256}"` })
    expect(end).toEqual({ sizeBytes: BYTES.length, sha256: SHA256 })
    expect(ranges).toEqual(['all'])
  })

  it('has the same bytes wherever and however often the connection breaks', async () => {
    const cut = fc.record({
      until: fc.integer({ min: 1, max: BYTES.length }),
      after: fc.constantFrom('error' as const, 'end' as const),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(cut, { maxLength: 6 }), async (cuts) => {
        const ordered = cuts.toSorted((a, b) => a.until - b.until)
        const { content, ranges } = await read(ordered)
        expect(content.equals(BYTES)).toBe(true)
        expect(ranges.length).toBeLessThanOrEqual(cuts.length + 1)
      }),
      { numRuns: 40 },
    )
  })

  it('is requested again from the last received byte when it stalls', async () => {
    const { content, ranges } = await read([{ until: 2500, after: 'hang' }], { patienceMs: 20 })
    expect(content.equals(BYTES)).toBe(true)
    expect(ranges).toEqual(['all', 'bytes=2500-'])
  })

  it('can be read from an offset, without a hash', async () => {
    const { content, end } = await read([{}], { from: 4000 })
    expect(content.equals(BYTES.subarray(4000))).toBe(true)
    expect(end).toEqual({ sizeBytes: BYTES.length, sha256: null })
  })
})

/** Headers of a service that does not report the length of the file. */
const noLength = { 'content-length': '' }
const other = Buffer.from(BYTES.toString().replace('row 7;', 'row 8;').replace('row 400;', 'row 401;'))

describe('a report file of unknown length', () => {
  it('is read to the end of the answer, and continued after a broken connection', async () => {
    const { file, content, end, ranges } = await read([{ until: 2500, after: 'error', headers: noLength }])
    expect(content.equals(BYTES)).toBe(true)
    expect(file.sizeBytes).toBeNull()
    expect(end).toEqual({ sizeBytes: BYTES.length, sha256: SHA256 })
    expect(ranges).toEqual(['all', 'bytes=2500-'])
  })

  it('yields its last bytes only if its hash is correct', async () => {
    const { bytes } = await openReport({ fetchService: service([{ bytes: other, headers: noLength }]), id: 'a' })
    let length = 0
    const reading = (async () => {
      for (let next = await bytes.next(); next.done !== true; next = await bytes.next()) length += next.value.length
    })()
    expect(await reasonOf(reading)).toBe('hash')
    expect(length).toBeLessThan(BYTES.length)
  })
})

describe('a report file that cannot be continued', () => {
  it.each<[string, readonly Answer[]]>([
    ['short', [{ until: 2000, headers: { etag: '' } }]],
    ['short', [{ until: 2000, headers: { etag: `W/"${SHA256}"` } }]],
    ['long', [{ extra: Buffer.from('more') }]],
    ['changed', [{ until: 2000 }, { headers: { etag: '"other"' } }]],
    ['changed', [{ until: 2000 }, { status: 200 }]],
    ['changed', [{ until: 2000 }, { headers: { 'content-range': 'bytes 100-200/300' } }]],
    ['hash', [{ bytes: other }]],
    ['hash', [{ bytes: other, headers: noLength }]],
    ['hash', [{ until: 2000, after: 'error', headers: noLength }, { bytes: other }]],
    ['not_a_report', [{ headers: { 'content-type': 'text/html' } }]],
    ['not_a_report', [{ until: 2000 }, { headers: { 'content-type': 'text/html' } }]],
    ['report_expired', [{ until: 2000 }, { status: 410 }]],
    ['report_expired', [{ status: 410 }]],
  ])('fails with the reason: %s', async (reason, answers) => {
    expect(await reasonOf(read(answers))).toBe(reason)
  })

  it('fails as changed if its size differs from the index', async () => {
    expect(await reasonOf(read([{}], { sizeBytes: 12 }))).toBe('changed')
  })

  it('fails when the service stays unavailable', async () => {
    const unavailable = Array.from({ length: 10 }, () => ({ status: 503 }))
    expect(await reasonOf(read([{ until: 2000 }, ...unavailable]))).toBe('short')
  })
})
