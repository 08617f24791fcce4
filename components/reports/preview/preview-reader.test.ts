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
  return { asked: requests, readSegment }
}

function start(readSegment: ReadSegment) {
  let last: PreviewUpdate | undefined
  const reading = new PreviewReader({ readSegment, toFault, onUpdate: (news) => (last = news) })
  const whenSettled = async (): Promise<PreviewUpdate> => {
    await vi.waitFor(
      () => {
        expect(last?.state.isReading).toBe(false)
        expect(last?.window.rows.every(Boolean)).toBe(true)
      },
      { timeout: 30_000 },
    )
    if (last === undefined) throw new Error('There is no news')
    return last
  }
  return { reading, settled: whenSettled, news: () => last }
}

describe('reading a report in the browser', () => {
  it('reads no more than the visible rows need', async () => {
    const { asked, readSegment } = reportOf(1_000_000)
    const { reading, settled } = start(readSegment)
    reading.show(0, 20)
    const { state, window } = await settled()
    expect(asked).toHaveLength(1)
    expect(state).toMatchObject({ count: 1000, columns: ['a'], end: undefined })
    expect(window.rows.map((row) => row?.row)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1))
    reading.show(780, 800)
    await settled()
    expect(asked.map(({ place }) => place)).toEqual([undefined, 'p1001'])
  })

  it('drops rows out of sight and reads them again', async () => {
    const { asked, readSegment } = reportOf(30_000)
    const { reading, settled } = start(readSegment)
    for (let at = 0; at < 30_000; at += 700) {
      reading.show(at, at + 20)
      await settled()
    }
    const before = asked.length
    reading.show(150, 170)
    const { state, window } = await settled()
    expect(asked.slice(before)).toEqual([{ place: 'p101', limit: 100 }])
    expect(window.rows.map((row) => row?.row)).toEqual(Array.from({ length: 20 }, (_, index) => index + 151))
    expect(state).toMatchObject({ count: 30_000, end: { why: 'whole' } })
  })

  it('reports that dropped rows could not be read again, and offers a retry', async () => {
    let isBroken = false
    const { asked, readSegment } = reportOf(30_000, (lines, { limit }) =>
      isBroken && limit === 100 ? [...lines.slice(0, 1), { rows: [rowOf(101)], read: 101 }, ...lines.slice(2)] : lines,
    )
    const { reading, settled, news } = start(readSegment)
    for (let at = 0; at < 30_000; at += 700) {
      reading.show(at, at + 20)
      await settled()
    }
    isBroken = true
    reading.show(150, 170)
    await expect.poll(() => news()?.state.fault).toMatchObject({ code: 'network' })
    const before = asked.length
    reading.show(151, 171)
    expect(asked).toHaveLength(before)
    isBroken = false
    reading.more()
    const { state, window } = await settled()
    expect(window.rows.map((row) => row?.row)).toEqual(Array.from({ length: 20 }, (_, index) => index + 152))
    expect(state).toMatchObject({ count: 30_000, fault: undefined, end: { why: 'whole' } })
  })

  it('stops at the time limit, and continues on request', async () => {
    const { asked, readSegment } = reportOf(3000, (lines, { place }) =>
      place === undefined
        ? [...lines.slice(0, 2), { end: { why: 'time', reason: null, read: 1000, next: 'p1001' } }]
        : lines,
    )
    const { reading, settled } = start(readSegment)
    reading.show(900, 920)
    expect((await settled()).state).toMatchObject({ count: 1000, end: { why: 'time' } })
    expect(asked).toHaveLength(1)
    reading.more()
    expect((await settled()).state).toMatchObject({ count: 2000, end: undefined })
  })

  it('keeps the loaded rows if the connection breaks, and retries from there', async () => {
    let isBroken = true
    const { readSegment } = reportOf(3000, (lines, { place }) =>
      place !== undefined && isBroken ? lines.slice(0, 2) : lines,
    )
    const { reading, settled } = start(readSegment)
    reading.show(900, 920)
    expect((await settled()).state).toMatchObject({ count: 2000, fault: { code: 'network' } })
    isBroken = false
    reading.show(2400, 2420)
    reading.more()
    const { state, window } = await settled()
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
    const { reading, settled } = start(readSegment)
    reading.show(990, 1001)
    const { state, window } = await settled()
    expect(state.columns).toEqual(['a', 'b'])
    expect(window.rows.at(-1)?.cells).toEqual(['of a', 'of b'])
  })
})
