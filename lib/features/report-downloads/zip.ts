import { Readable } from 'node:stream'

import { ZipFile } from 'yazl'

import { csvLine } from '@/lib/domain/files/csv'
import { BrokenReport, openReport } from '@/lib/features/reports/report-reader'
import type { FetchService } from '@/lib/panel/context'

/** A report to be added to a ZIP, under a unique name. */
export type ReportZipEntry = {
  readonly id: string
  readonly name: string
  readonly source: string
  readonly format: string
  readonly report_date: string
  readonly row_count: number | null
  readonly size_bytes: number
  readonly generated_at: string | null
  readonly expires_at: string | null
}
type SentReport = ReportZipEntry & { readonly sha256: string }
/** `expired`: it expired before the ZIP was started; `size_unknown`: the service does not report its size. */
export type SkippedReport = Omit<ReportZipEntry, 'size_bytes'> & { readonly reason: 'expired' | 'size_unknown' }

type Manifest = {
  readonly madeAt: string
  readonly sent: readonly SentReport[]
  readonly skipped: readonly SkippedReport[]
}

const zipManifest = ({ madeAt, sent, skipped }: Manifest): string =>
  `${JSON.stringify({ made_at: madeAt, files: sent, left_out: skipped }, null, 2)}\n`

const COLUMNS = [
  'file',
  'source',
  'format',
  'report_date',
  'row_count',
  'size_bytes',
  'sha256',
  'generated_at',
  'left_out',
] as const

function manifestTable({ sent, skipped }: Manifest): string {
  const lines = [
    ...sent.map((report) => ({ ...report, left_out: '' })),
    ...skipped.map(({ reason, ...report }) => ({ ...report, size_bytes: null, sha256: '', left_out: reason })),
  ]
  const rows = lines.map((line) => {
    const { name, source, format, report_date, row_count, size_bytes, sha256, generated_at, left_out } = line
    return csvLine([name, source, format, report_date, row_count, size_bytes, sha256, generated_at, left_out])
  })
  return csvLine(COLUMNS) + rows.join('')
}

/** Contents of a ZIP. `onSent` is called when a report in it has been sent completely. */
type ZipPlan = {
  readonly planned: readonly ReportZipEntry[]
  readonly skipped: readonly SkippedReport[]
  readonly madeAt: string
  readonly fetchService: FetchService
  readonly signal: AbortSignal
  readonly onSent: (report: ReportZipEntry) => Promise<void>
}

export type ReportsZip = { readonly sizeBytes: number; readonly bytes: AsyncGenerator<Uint8Array, void> }

const UNKNOWN_SHA256 = '0'.repeat(64)
/** The entries' time comes from the plan, so the same plan gives the same headers. */
const entryOptions = (madeAt: string) => ({ compress: false, mtime: new Date(madeAt), mode: 0o100644 })

/**
 * Streams reports into one uncompressed ZIP, so that its size is known before the first byte; `manifest.json` and
 * `manifest.csv` come last, with the hashes of what was sent. A report that cannot be read to its end aborts the ZIP.
 */
export async function openReportsZip(plan: ZipPlan): Promise<ReportsZip> {
  const { planned, skipped, madeAt } = plan
  const zip = new ZipFile()
  const output = outputOf(zip)
  const sentReports: SentReport[] = []
  let current: Readable | undefined
  output.once('close', () => current?.destroy())
  for (const report of planned) {
    zip.addReadStreamLazy(report.name, { ...entryOptions(madeAt), size: report.size_bytes }, (done) => {
      const file = Readable.from(readPlanned(plan, report, sentReports), { objectMode: false })
      // yazl neither handles errors of its inputs nor stops them when the output is closed.
      file.on('error', (error) => output.destroy(error))
      current = file
      done(null, file)
    })
  }
  // Placeholder manifest of the same length as the final one, because all hashes have the same length.
  const placeholders = planned.map((report) => ({ ...report, sha256: UNKNOWN_SHA256 }))
  for (const [name, write] of [
    ['manifest.json', zipManifest],
    ['manifest.csv', manifestTable],
  ] as const) {
    const size = Buffer.byteLength(write({ madeAt, sent: placeholders, skipped }))
    zip.addReadStreamLazy(name, { ...entryOptions(madeAt), size }, (done) => {
      done(null, Readable.from([Buffer.from(write({ madeAt, sent: sentReports, skipped }))], { objectMode: false }))
    })
  }
  const sizeBytes = await new Promise<number>((resolve) => {
    // Safe: yazl passes the size to the callback, which its types omit.
    zip.end({ forceZip64Format: false, comment: '' }, resolve as unknown as () => void)
  })
  return { sizeBytes, bytes: bytesOf(output) }
}

/** Forwards errors of the ZIP to its output, even before the output is read. */
function outputOf(zip: ZipFile): Readable {
  // Safe: yazl's output is a PassThrough.
  const output = zip.outputStream as Readable
  output.on('error', () => undefined)
  zip.on('error', (error: Error) => output.destroy(error))
  return output
}

async function* bytesOf(output: Readable): AsyncGenerator<Uint8Array, void> {
  try {
    for await (const chunk of output) yield chunk as Uint8Array
  } finally {
    output.destroy()
  }
}

async function* readPlanned(
  { fetchService, signal, onSent }: ZipPlan,
  report: ReportZipEntry,
  sentReports: SentReport[],
): AsyncGenerator<Uint8Array, void> {
  const { bytes } = await openReport({ fetchService, id: report.id, sizeBytes: report.size_bytes, signal })
  for (;;) {
    const next = await bytes.next()
    if (next.done === true) {
      const { sha256 } = next.value
      if (sha256 === null) throw new BrokenReport('short')
      sentReports.push({ ...report, sha256 })
      return onSent(report)
    }
    yield next.value
  }
}
