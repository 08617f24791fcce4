import { csvLine } from '@/lib/domain/files/csv'

/** A report that is to go into a ZIP, under a name that no other one there has. */
export type Planned = {
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
export type Handed = Planned & { readonly sha256: string }
/** `expired`: before the ZIP was begun; `size_unknown`: the service does not say how large it is. */
export type LeftOut = Omit<Planned, 'size_bytes'> & { readonly reason: 'expired' | 'size_unknown' }

type Manifest = { readonly madeAt: string; readonly handed: readonly Handed[]; readonly leftOut: readonly LeftOut[] }

export const zipManifest = ({ madeAt, handed, leftOut }: Manifest): string =>
  `${JSON.stringify({ made_at: madeAt, files: handed, left_out: leftOut }, null, 2)}\n`

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

export function manifestTable({ handed, leftOut }: Manifest): string {
  const lines = [
    ...handed.map((report) => ({ ...report, left_out: '' })),
    ...leftOut.map(({ reason, ...report }) => ({ ...report, size_bytes: null, sha256: '', left_out: reason })),
  ]
  const rows = lines.map((line) => {
    const { name, source, format, report_date, row_count, size_bytes, sha256, generated_at, left_out } = line
    return csvLine([name, source, format, report_date, row_count, size_bytes, sha256, generated_at, left_out])
  })
  return csvLine(COLUMNS) + rows.join('')
}
