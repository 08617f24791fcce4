import { vatOn } from '@/lib/domain/vat'
import type { Drawing } from '@/lib/pdf/slices'

import { type PackContent, severalPricesIn } from './content'
import { drawText, drawTitle } from './pdf-parts'
import { drawTable, type TableRow } from './pdf-table'
import { mean, money, number } from './pdf-words'

type Document = PDFKit.PDFDocument

/** What the period comes to, position by position. */
export function* drawSum(document: Document, content: PackContent): Drawing {
  const { terms, totals } = content
  drawTitle(document, 'Rozliczenie okresu')
  yield* drawTable(
    document,
    [
      { label: 'Pozycja', width: 3 },
      { label: 'Wartość', width: 2, isEnd: true },
    ],
    [
      { cells: ['Zapytania w cenie planu', terms.included === null ? 'bez limitu' : number(terms.included)] },
      { cells: ['Zużyte zapytania (jednostki wspólnej puli)', number(totals.lookups)] },
      { cells: ['Jednostki ponad plan', number(totals.overage_units)] },
      ...priceRows(content),
      { cells: [`${amountName(content)} netto`, money(totals.overage_grosz)], isStrong: true },
      ...vatRows(content),
      { cells: ['Jednostki RDF (nie tworzą nadwyżki)', number(totals.rdf)] },
      { cells: ['Dokumenty PDF (nie tworzą nadwyżki)', number(totals.pdfs)] },
      { cells: ['Zapytania do białej listy (nie tworzą nadwyżki)', number(totals.wpv_checks)] },
    ],
  )
  if (content.amounts.vat_percent !== null) {
    document.y += 4
    drawText(
      document,
      'Usługa podaje kwoty netto. VAT obliczono tu od sumy netto, według stawki z ustawień konta; rozstrzyga faktura.',
    )
  }
}

const amountName = ({ kind }: PackContent) => (kind === 'closed' ? 'Nadwyżka do zapłaty' : 'Nadwyżka dotychczas')

function priceRows(content: PackContent): readonly TableRow[] {
  const price = money(content.terms.unit_grosz)
  const several = severalPricesIn(content)
  if (!several) return [{ cells: ['Cena jednostki netto', price] }]
  return [
    { cells: ['Cena jednostki netto w chwili odczytu warunków', price] },
    { cells: ['Średnia cena jednostki ponad plan, netto', mean(several)] },
  ]
}

/** Where the account wants them: the net amount stands above in any case. */
function vatRows(content: PackContent): readonly TableRow[] {
  const { vat_percent: percent } = content.amounts
  const net = content.totals.overage_grosz
  if (percent === null || net === null) return []
  const vat = vatOn(net, percent)
  return [
    { cells: [`VAT ${percent}%`, money(vat)] },
    { cells: [`${amountName(content)} brutto`, money(net + vat)], isStrong: true },
  ]
}
