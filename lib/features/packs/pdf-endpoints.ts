import { warsawDay } from '@/lib/domain/calendar'
import { formatMonth } from '@/lib/domain/format/format'
import { drawHeading, drawRemark } from '@/lib/pdf/blocks'
import type { DrawingSteps } from '@/lib/pdf/slices'
import { drawTable, type PdfRow } from '@/lib/pdf/table'

import { type PackContent, type PackEndpoint, sumPackDays } from './content'
import { columnsOf, numberColumn, number, paper, poolName, poolOrder, formatPaperText } from './pdf-words'

export function* drawEndpoints(document: PDFKit.PDFDocument, { endpoints, period }: PackContent): DrawingSteps {
  const t = paper.endpoints
  drawHeading(document, t.title)
  if (endpoints.length === 0) return drawRemark(document, t.none)
  const isOneMonth = new Set(endpoints.map(({ month }) => month)).size === 1
  if (!isOneMonth || warsawDay(new Date(period.start)).slice(8) !== '01') {
    drawRemark(document, t.whole)
  }
  const columns = columnsOf(t.columns, [{ width: 3.6 }, { width: 2 }, numberColumn(1.1), numberColumn(1.1)])
  const rows = poolsIn(endpoints).flatMap((pool) => poolRows(pool, endpoints, isOneMonth))
  yield* drawTable(document, { columns: isOneMonth ? columns : [{ label: t.month, width: 1.6 }, ...columns], rows })
}

type Pool = PackEndpoint['pool']

/** Lists the pools that the panel knows first, then those that only the service knows. */
function poolsIn(endpoints: readonly PackEndpoint[]): Pool[] {
  const usedPools = new Set(endpoints.map(({ pool }) => pool))
  const others = [...usedPools].filter((pool) => !poolOrder.includes(pool))
  return [...poolOrder.filter((pool) => usedPools.has(pool)), ...others]
}

function poolRows(pool: Pool, endpoints: readonly PackEndpoint[], isOneMonth: boolean): PdfRow[] {
  const poolEndpoints = endpoints.filter((row) => row.pool === pool)
  const withMonth = (month: string, cells: readonly string[]) => (isOneMonth ? cells : [month, ...cells])
  const sum = (field: 'calls' | 'units') => number(sumPackDays(poolEndpoints.map((row) => row[field])))
  return [
    ...poolEndpoints.map(({ month, endpoint, calls, units }) => ({
      cells: withMonth(formatMonth(`${month}-01`, 'pl'), [endpoint, poolName(pool), number(calls), number(units)]),
    })),
    {
      cells: withMonth('', [
        formatPaperText('endpoints.sum', { pool: poolName(pool) }),
        '',
        sum('calls'),
        sum('units'),
      ]),
      isStrong: true,
    },
  ]
}
