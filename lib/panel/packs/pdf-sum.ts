import { poolFigure, poolNames, pools } from '@/lib/domain/usage/pools'
import { vatOn } from '@/lib/domain/usage/vat'
import { drawHeading, drawRemark } from '@/lib/pdf/blocks'
import type { DrawingSteps } from '@/lib/pdf/slices'
import { drawTable, type PdfRow } from '@/lib/pdf/table'

import { earlierPriceIn, type PackContent, severalPricesIn } from './content'
import { mean, money, number, polishPools } from './pdf-words'

type Document = PDFKit.PDFDocument

/** What the period comes to, position by position. */
export function* drawSum(document: Document, content: PackContent): DrawingSteps {
  const { totals } = content
  drawHeading(document, 'Rozliczenie okresu')
  yield* drawTable(document, {
    columns: [
      { label: 'Pozycja', width: 3 },
      { label: 'Wartość', width: 2, isEnd: true },
    ],
    rows: [
      ...includedRows(content),
      ...poolRows(totals, { sellsOverage: true }),
      { cells: ['Jednostki ponad plan', number(totals.overage_units)] },
      ...priceRows(content),
      { cells: [`${amountName(content)} netto`, money(totals.overage_grosz)], isStrong: true },
      ...vatRows(content),
      ...poolRows(totals, { sellsOverage: false }),
    ],
  })
  if (content.amounts.vat_percent !== null) {
    document.y += 4
    drawRemark(
      document,
      'Usługa podaje kwoty netto. VAT obliczono tu od sumy netto, według stawki z ustawień konta; rozstrzyga faktura.',
    )
  }
}

/** What a plan of a part of the period included is no number of the period. */
function includedRows({ terms, segments }: PackContent): readonly PdfRow[] {
  if (segments.length > 1 || terms.plan === null) return []
  return [{ cells: ['Zapytania w cenie planu', terms.included === null ? 'bez limitu' : number(terms.included)] }]
}

const poolRows = (totals: PackContent['totals'], { sellsOverage }: { readonly sellsOverage: boolean }): PdfRow[] =>
  poolNames
    .filter((pool) => pools[pool].sellsOverage === sellsOverage)
    .map((pool) => {
      const label = sellsOverage ? polishPools[pool].used : `${polishPools[pool].used} (nie tworzą nadwyżki)`
      return { cells: [label, number(totals[poolFigure(pool)])] }
    })

const amountName = ({ kind }: PackContent) => (kind === 'closed' ? 'Nadwyżka do zapłaty' : 'Nadwyżka dotychczas')

function priceRows(content: PackContent): readonly PdfRow[] {
  const price = money(content.terms.unit_grosz)
  const several = severalPricesIn(content)
  const earlier = earlierPriceIn(content)
  if (earlier !== undefined) return [{ cells: ['Cena jednostki netto, po której naliczono', money(earlier)] }]
  if (content.terms.unit_grosz === null) return []
  if (!several) return [{ cells: ['Cena jednostki netto', price] }]
  return [
    { cells: ['Cena jednostki netto na końcu okresu', price] },
    { cells: ['Średnia cena jednostki ponad plan, netto', mean(several)] },
  ]
}

/** Where the account wants them: the net amount stands above in any case. */
function vatRows(content: PackContent): readonly PdfRow[] {
  const { vat_percent: percent } = content.amounts
  const net = content.totals.overage_grosz
  if (percent === null || net === null) return []
  const vat = vatOn(net, percent)
  return [
    { cells: [`VAT ${percent}%`, money(vat)] },
    { cells: [`${amountName(content)} brutto`, money(net + vat)], isStrong: true },
  ]
}
