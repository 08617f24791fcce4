import { describe, expect, it, vi } from 'vitest'

import type { PreviewedReport, PreviewLine, PreviewRow } from '@/lib/features/report-preview/contract'

import type { PreviewError, PreviewUpdate } from './preview-messages'
import { PreviewReader, type ReadSegment, type SegmentRequest } from './preview-reader'

const report: PreviewedReport = {
  source: 'krz',
  format: 'csv',
  row_count: null,
  size_bytes: null,
  report_date: null,
  date_from: null,
  date_to: null,
  expires_at: null,
}
const rowOf = (row: number): PreviewRow => ({ row, place: `p${row}`, cells: [`row ${row}`] })
const toFault = (error: unknown): PreviewError => ({
  status: 0,
  code: 'network',
  message: String(error),
  requestId: undefined,
  retryAfterS: undefined,
})

/** A report with this number of rows, which logs the requests. */
function reportOf(size: number, tail?: (lines: PreviewLine[], request: SegmentRequest) => PreviewLine[]) {
  const requests: SegmentRequest[] = []
  const readSegment: ReadSegment = async function* readSegment(request) {
    requests.push(request)
    const from = Number(request.place?.slice(1) ?? 1)
    const to = Math.min(size, from + request.limit - 1)
    const rows = Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => rowOf(from + index))
    const isComplete = to === size
    const end = {
      why: isComplete ? 'whole' : 'limit',
      reason: null,
      read: to,
      next: isComplete ? null : `p${to + 1}`,
    } as const
    const lines: PreviewLine[] = [{ report, columns: ['a'] }, { rows, read: to }, { end }]
    await Promise.resolve()
    yield* tail?.(lines, request) ?? lines
  }
  return { requests, readSegment }
}

function start(readSegment: ReadSegment) {
  let last: PreviewUpdate | undefined
  const reader = new PreviewReader({ readSegment, toFault, onUpdate: (update) => (last = update) })
  const whenSettled = async (): Promise<PreviewUpdate> => {
    await vi.waitFor(
      () => {
        expect(last?.state.isReading).toBe(false)
        expect(last?.window.rows.every(Boolean)).toBe(true)
      },
      { timeout: 30_000 },
    )
    if (last === undefined) throw new Error('There was no update')
    return last
  }
  return { reader, whenSettled, latestUpdate: () => last }
}

describe('reading a report in the browser', () => {
  it('reads no more than the visible rows need', async () => {
    const { requests, readSegment } = reportOf(1_000_000)
    const { reader, whenSettled } = start(readSegment)
    reader.show(0, 20)
    const { state, window } = await whenSettled()
    expect(requests).toHaveLength(1)
    expect(state).toMatchObject({ count: 1000, columns: ['a'], end: undefined })
    expect(window.rows.map((row) => row?.row)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1))
    reader.show(780, 800)
    await whenSettled()
    expect(requests.map(({ place }) => place)).toEqual([undefined, 'p1001'])
  })

  it('drops rows out of sight and reads them again', async () => {
    const { requests, readSegment } = reportOf(30_000)
    const { reader, whenSettled } = start(readSegment)
    for (let at = 0; at < 30_000; at += 700) {
      reader.show(at, at + 20)
      await whenSettled()
    }
    const before = requests.length
    reader.show(150, 170)
    const { state, window } = await whenSettled()
    expect(requests.slice(before)).toEqual([{ place: 'p101', limit: 100 }])
    expect(window.rows.map((row) => row?.row)).toEqual(Array.from({ length: 20 }, (_, index) => index + 151))
    expect(state).toMatchObject({ count: 30_000, end: { why: 'whole' } })
  })

  it('reports that dropped rows could not be read again, and offers a retry', async () => {
    let isBroken = false
    const { requests, readSegment } = reportOf(30_000, (lines, { limit }) =>
      isBroken && limit === 100 ? [...lines.slice(0, 1), { rows: [rowOf(101)], read: 101 }, ...lines.slice(2)] : lines,
    )
    const { reader, whenSettled, latestUpdate } = start(readSegment)
    for (let at = 0; at < 30_000; at += 700) {
      reader.show(at, at + 20)
      await whenSettled()
    }
    isBroken = true
    reader.show(150, 170)
    await expect.poll(() => latestUpdate()?.state.fault).toMatchObject({ code: 'network' })
    const before = requests.length
    reader.show(151, 171)
    expect(requests).toHaveLength(before)
    isBroken = false
    reader.more()
    const { state, window } = await whenSettled()
    expect(window.rows.map((row) => row?.row)).toEqual(Array.from({ length: 20 }, (_, index) => index + 152))
    expect(state).toMatchObject({ count: 30_000, fault: undefined, end: { why: 'whole' } })
  })

  it('stops at the time limit, and continues on request', async () => {
    const { requests, readSegment } = reportOf(3000, (lines, { place }) =>
      place === undefined
        ? [...lines.slice(0, 2), { end: { why: 'time', reason: null, read: 1000, next: 'p1001' } }]
        : lines,
    )
    const { reader, whenSettled } = start(readSegment)
    reader.show(900, 920)
    expect((await whenSettled()).state).toMatchObject({ count: 1000, end: { why: 'time' } })
    expect(requests).toHaveLength(1)
    reader.more()
    expect((await whenSettled()).state).toMatchObject({ count: 2000, end: undefined })
  })

  it('keeps the loaded rows if the connection breaks, and retries from there', async () => {
    let isBroken = true
    const { readSegment } = reportOf(3000, (lines, { place }) =>
      place !== undefined && isBroken ? lines.slice(0, 2) : lines,
    )
    const { reader, whenSettled } = start(readSegment)
    reader.show(900, 920)
    expect((await whenSettled()).state).toMatchObject({ count: 2000, fault: { code: 'network' } })
    isBroken = false
    reader.show(2400, 2420)
    reader.more()
    const { state, window } = await whenSettled()
    expect(state).toMatchObject({ count: 2999, fault: undefined })
    expect(window.rows[0]?.row).toBe(2401)
  })

  it('assigns cells by column name if a later part has other columns', async () => {
    const { readSegment } = reportOf(1500, (lines, { place }) =>
      place === undefined
        ? lines
        : [
            { report, columns: ['b', 'a'] },
            { rows: [{ row: 1001, place: 'p1001', cells: ['of b', 'of a'] }], read: 1001 },
            { end: { why: 'whole', reason: null, read: 1001, next: null } },
          ],
    )
    const { reader, whenSettled } = start(readSegment)
    reader.show(990, 1001)
    const { state, window } = await whenSettled()
    expect(state.columns).toEqual(['a', 'b'])
    expect(window.rows.at(-1)?.cells).toEqual(['of a', 'of b'])
  })
})
