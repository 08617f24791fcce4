import { warsawDay } from '@/lib/domain/calendar'
import { formatMonth } from '@/lib/domain/format/format'
import { drawHeading, drawRemark } from '@/lib/pdf/blocks'
import type { DrawingSteps } from '@/lib/pdf/slices'
import { drawTable, type PdfColumn, type PdfRow } from '@/lib/pdf/table'

import { type PackContent, type PackEndpoint, sumPackDays } from './content'
import { number, poolName, poolOrder } from './pdf-words'

type Document = PDFKit.PDFDocument

/** Endpoints by pool, each pool with its sum. */
export function* drawEndpoints(document: Document, { endpoints, period }: PackContent): DrawingSteps {
  drawHeading(document, 'Endpointy i pule')
  if (endpoints.length === 0) return drawRemark(document, 'W tym okresie nie było wywołań.')
  const isOneMonth = new Set(endpoints.map(({ month }) => month)).size === 1
  if (!isOneMonth || warsawDay(new Date(period.start)).slice(8) !== '01') {
    drawRemark(
      document,
      'Usługa podaje endpointy całymi miesiącami kalendarzowymi; tabela obejmuje każdy miesiąc okresu w całości.',
    )
  }
  const columns: PdfColumn[] = [
    { label: 'Endpoint', width: 3.6 },
    { label: 'Pula', width: 2 },
    { label: 'Wywołania', width: 1.1, isEnd: true },
    { label: 'Jednostki', width: 1.1, isEnd: true },
  ]
  const rows = poolsIn(endpoints).flatMap((pool) => poolRows(pool, endpoints, isOneMonth))
  yield* drawTable(document, { columns: isOneMonth ? columns : [{ label: 'Miesiąc', width: 1.6 }, ...columns], rows })
}

type Pool = PackEndpoint['pool']

/** The known ones first, then those that only the service knows. */
function poolsIn(endpoints: readonly PackEndpoint[]): Pool[] {
  const found = new Set(endpoints.map(({ pool }) => pool))
  const others = [...found].filter((pool) => !poolOrder.includes(pool))
  return [...poolOrder.filter((pool) => found.has(pool)), ...others]
}

function poolRows(pool: Pool, endpoints: readonly PackEndpoint[], isOneMonth: boolean): PdfRow[] {
  const own = endpoints.filter((row) => row.pool === pool)
  const withMonth = (month: string, cells: readonly string[]) => (isOneMonth ? cells : [month, ...cells])
  const sum = (of: 'calls' | 'units') => number(sumPackDays(own.map((row) => row[of])))
  return [
    ...own.map(({ month, endpoint, calls, units }) => ({
      cells: withMonth(formatMonth(`${month}-01`, 'pl'), [endpoint, poolName(pool), number(calls), number(units)]),
    })),
    { cells: withMonth('', [`Razem: ${poolName(pool)}`, '', sum('calls'), sum('units')]), isStrong: true },
  ]
}
