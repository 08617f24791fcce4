import { poolFigure, poolNames, pools } from '@/lib/domain/usage/pools'
import { drawHeading, drawRemark } from '@/lib/pdf/blocks'
import type { DrawingSteps } from '@/lib/pdf/slices'
import { drawTable, type PdfRow } from '@/lib/pdf/table'

import { earlierPriceIn, type PackContent, severalPricesIn } from './content'
import { vatOn } from './domain/vat'
import { columnsOf, numberColumn, formatMean, money, number, paper, polishPools, formatPaperText } from './pdf-words'

export function* drawSum(document: PDFKit.PDFDocument, content: PackContent): DrawingSteps {
  const { totals, kind } = content
  const t = paper.sum
  drawHeading(document, t.title)
  yield* drawTable(document, {
    columns: columnsOf(t.columns, [{ width: 3 }, numberColumn(2)]),
    rows: [
      ...includedRows(content),
      ...poolRows(totals, { sellsOverage: true }),
      { cells: [t.units, number(totals.overage_units)] },
      ...priceRows(content),
      { cells: [t.net[kind], money(totals.overage_grosz)], isStrong: true },
      ...vatRows(content),
      ...poolRows(totals, { sellsOverage: false }),
    ],
  })
  if (content.amounts.vat_percent !== null) {
    document.y += 4
    drawRemark(document, t.vatNote)
  }
}

/** Left out if terms changed within the period, because then no number of included units holds for all of it. */
function includedRows({ terms, segments }: PackContent): readonly PdfRow[] {
  if (segments.length > 1 || terms.plan === null) return []
  return [{ cells: [paper.sum.included, terms.included === null ? paper.terms.unlimited : number(terms.included)] }]
}

const poolRows = (totals: PackContent['totals'], { sellsOverage }: { readonly sellsOverage: boolean }): PdfRow[] =>
  poolNames
    .filter((pool) => pools[pool].sellsOverage === sellsOverage)
    .map((pool) => {
      const label = sellsOverage
        ? polishPools[pool].used
        : formatPaperText('sum.noOverage', { used: polishPools[pool].used })
      return { cells: [label, number(totals[poolFigure(pool)])] }
    })

function priceRows(content: PackContent): readonly PdfRow[] {
  const price = money(content.terms.unit_grosz)
  const several = severalPricesIn(content)
  const earlier = earlierPriceIn(content)
  if (earlier !== undefined) return [{ cells: [paper.sum.earlierPrice, money(earlier)] }]
  if (content.terms.unit_grosz === null) return []
  if (!several) return [{ cells: [paper.sum.price, price] }]
  return [{ cells: [paper.sum.endPrice, price] }, { cells: [paper.sum.meanPrice, formatMean(several)] }]
}

/** VAT and gross amount, shown if the account wants them; the net amount is shown above in any case. */
function vatRows(content: PackContent): readonly PdfRow[] {
  const { vat_percent: percent } = content.amounts
  const net = content.totals.overage_grosz
  if (percent === null || net === null) return []
  const vat = vatOn(net, percent)
  return [
    { cells: [formatPaperText('sum.vat', { percent: String(percent) }), money(vat)] },
    { cells: [paper.sum.gross[content.kind], money(net + vat)], isStrong: true },
  ]
}
