import { warsawDay } from '@/lib/domain/calendar'
import {
  formatDate,
  formatDateTime,
  formatGrosz,
  formatHundredths,
  formatInteger,
  formatZloty,
} from '@/lib/domain/format'
import { DEFAULT_CEILING_PLN } from '@/lib/domain/money'
import { makePdf } from '@/lib/pdf/document'
import { onEveryPage } from '@/lib/pdf/every-page'

import { type Figures, type PackCheck, type PackContent, severalPricesIn } from './content'
import { drawNote, drawPairs, drawText, drawTitle } from './pdf-parts'
import * as style from './pdf-style'
import { type Column, drawTable, leftOf, type TableRow, widthOf } from './pdf-table'

type Document = PDFKit.PDFDocument

/** The pack on paper, in Polish: what an accountant is handed. `hash` is of the frozen JSON beside it in the archive. */
export function renderPackPdf(content: PackContent, hash: string): Promise<Uint8Array<ArrayBuffer>> {
  const meta = {
    title: `${titleOf(content)}: ${content.account.name}`,
    subject: periodText(content),
    creator: 'Panel Rejestrów',
    at: new Date(content.frozen_at),
    margins: style.MARGINS,
  }
  return makePdf(meta, (document) => {
    drawHead(document, content)
    drawSum(document, content)
    drawChecks(document, content)
    drawCap(document, content)
    drawEndpoints(document, content)
    drawDays(document, content)
    drawFooters(document, content, hash)
  })
}

const titleOf = ({ kind }: PackContent) =>
  kind === 'closed' ? 'Zestawienie okresu rozliczeniowego' : 'Zestawienie wstępne okresu rozliczeniowego'

/** First and last day, both within. */
const periodText = ({ period: { start, end } }: PackContent) =>
  `${formatDate(start, 'pl')} – ${formatDate(new Date(Date.parse(end) - 1), 'pl')}`
const number = (value: number | null) => (value === null ? 'brak danych' : formatInteger(value, 'pl'))
const money = (grosz: number | null) => (grosz === null ? 'brak danych' : formatGrosz(grosz, 'pl'))
const mean = ({ mean_grosz }: PackCheck) => `${formatHundredths(mean_grosz ?? 0, 'pl')} gr`
const moment = (iso: string) => `${formatDateTime(iso, 'pl')} (czas warszawski)`
const cap = (pln: number | null | 'unknown') => {
  if (pln === 'unknown') return 'nieznany: panel jeszcze nie obserwował konta'
  return pln === null ? `domyślny, ${formatZloty(DEFAULT_CEILING_PLN, 'pl')}` : formatZloty(pln, 'pl')
}

function drawHead(document: Document, content: PackContent): void {
  const [left, width] = [leftOf(document), widthOf(document)]
  document
    .font('semibold')
    .fontSize(8)
    .fillColor(style.QUIET)
    .text('Panel Rejestrów · Business Registers Data API', left)
  document.moveDown(0.6).fontSize(18).fillColor(style.ACCENT).text(titleOf(content), { width })
  document.moveDown(0.2).fontSize(11.5).fillColor(style.INK).text(content.account.name, { width })
  document.y += 8
  if (content.kind === 'preliminary') {
    drawNote(
      document,
      `Okres jeszcze trwa. Liczby są z chwili ${moment(content.frozen_at)} i będą rosły do końca okresu.`,
    )
  }
  const { terms, period } = content
  drawPairs(document, [
    ['Konto', content.account.slug],
    ['Okres', `${periodText(content)}, strefa ${period.zone}`],
    [
      'Granice okresu',
      `od ${formatDateTime(period.start, 'pl')} do ${formatDateTime(period.end, 'pl')}, koniec wyłącznie`,
    ],
    ['Plan', terms.plan ?? 'brak danych'],
    ['Warunki odczytane', moment(terms.as_of)],
    ['Zamrożono', moment(content.frozen_at)],
  ])
}

function drawSum(document: Document, content: PackContent): void {
  const { terms, totals } = content
  drawTitle(document, 'Rachunek okresu')
  drawTable(
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
      { cells: ['Nadwyżka do zapłaty', money(totals.overage_grosz)], isStrong: true },
      { cells: ['Jednostki RDF (nie tworzą nadwyżki)', number(totals.rdf)] },
      { cells: ['Dokumenty PDF (nie tworzą nadwyżki)', number(totals.pdfs)] },
      { cells: ['Zapytania do białej listy (nie tworzą nadwyżki)', number(totals.wpv_checks)] },
    ],
  )
}

function priceRows(content: PackContent): readonly TableRow[] {
  const price = money(content.terms.unit_grosz)
  const several = severalPricesIn(content)
  if (!several) return [{ cells: ['Cena jednostki', price] }]
  return [
    { cells: ['Cena jednostki w chwili odczytu warunków', price] },
    { cells: ['Średnia cena jednostki ponad plan', mean(several)] },
  ]
}

const checkWords: Record<PackCheck['about'], readonly [string, string]> = {
  price: ['Kwota dni a jednostki × cena', 'jednostki × cena'],
  endpoints: ['Zapytania: dni a endpointy', 'suma endpointów'],
  lookups: ['Zapytania: dni a licznik', 'licznik'],
  overage_units: ['Jednostki ponad plan: dni a licznik', 'licznik'],
  overage_grosz: ['Kwota nadwyżki: dni a licznik', 'licznik'],
}

function drawChecks(document: Document, content: PackContent): void {
  drawTitle(document, 'Zgodność liczb')
  const { meter } = content
  const seen = meter
    ? `Licznik usługi widziano ostatnio ${moment(meter.at)}. Po końcu okresu usługa go nie podaje; to, co naliczono między tą chwilą a końcem okresu, jest tylko w dniach.`
    : 'W tym okresie panel nie widział licznika usługi, więc dni porównano tylko z endpointami i ceną.'
  drawText(document, seen)
  const note = mismatchNote(content)
  if (note !== undefined) drawNote(document, note)
  const several = severalPricesIn(content)
  if (several) drawText(document, severalPricesText(several))
  drawTable(
    document,
    [
      { label: 'Co porównano', width: 3 },
      { label: 'Suma dni', width: 1.5, isEnd: true },
      { label: 'Druga liczba', width: 2.2, isEnd: true },
      { label: 'Wynik', width: 1.8, isEnd: true },
    ],
    content.checks.map((check) => ({ cells: checkCells(check), isMarked: check.agrees === false })),
  )
}

const severalPricesText = (check: PackCheck) =>
  `W tym okresie cena jednostki się zmieniła. Nadwyżka zachowuje cenę, po której ją naliczono, dlatego kwota (średnio ${mean(check)} za jednostkę) nie jest iloczynem jednostek i ostatniej ceny. Do zapłaty przyjęto sumę kwot dni.`

/** Days above the last look are what came after it; anything else does not fit. */
function mismatchNote({ checks }: PackContent): string | undefined {
  const differing = checks.filter(({ agrees }) => agrees === false)
  if (differing.length === 0) return undefined
  const isLater = differing.every(({ about, days, other }) => isOfMeter(about) && (days ?? 0) > (other ?? 0))
  return isLater
    ? 'Sumy dni są wyższe od ostatniego odczytu licznika o to, co naliczono po nim. Do zapłaty przyjęto sumę dni.'
    : 'Część liczb usługi się nie zgadza. Podajemy obie i różnicę; do zapłaty przyjęto sumę dni.'
}
const isOfMeter = (about: PackCheck['about']): boolean => about !== 'price' && about !== 'endpoints'

function checkCells({ about, days, other, agrees, mean_grosz }: PackCheck): readonly string[] {
  const write = about === 'price' || about === 'overage_grosz' ? money : number
  const [what, second] = checkWords[about]
  const verdict = () => {
    if (mean_grosz !== undefined) return 'kilka cen w okresie'
    if (agrees === null || days === null || other === null) return 'nie do sprawdzenia'
    return agrees ? 'zgodne' : `różnica ${write(days - other)}`
  }
  return [what, write(days), `${second}: ${write(other)}`, verdict()]
}

function drawCap(document: Document, { cap: { at_start_pln, at_end_pln, changes } }: PackContent): void {
  drawTitle(document, 'Limit wydatków')
  drawPairs(document, [
    ['Na początku okresu', cap(at_start_pln)],
    ['Na końcu okresu', cap(at_end_pln)],
  ])
  if (changes.length === 0) return drawText(document, 'W tym okresie panel nie odnotował zmian limitu.')
  drawTable(
    document,
    [
      { label: 'Kiedy', width: 2 },
      { label: 'Kto', width: 2.2 },
      { label: 'Z', width: 1.2, isEnd: true },
      { label: 'Na', width: 1.2, isEnd: true },
      { label: 'Nadwyżka', width: 1.2, isEnd: true },
      { label: 'Powód', width: 2.4 },
    ],
    changes.map((change) => ({
      cells: [
        formatDateTime(change.at, 'pl'),
        change.source === 'panel' ? (change.actor ?? '') : 'poza panelem (chwila zauważenia)',
        cap(change.from_pln),
        cap(change.to_pln),
        money(change.overage_grosz),
        change.reason ?? '',
      ],
    })),
  )
}

function drawEndpoints(document: Document, { endpoints, period }: PackContent): void {
  drawTitle(document, 'Endpointy i pule')
  if (endpoints.length === 0) return drawText(document, 'W tym okresie nie było wywołań.')
  const isOneMonth = new Set(endpoints.map(({ month }) => month)).size === 1
  if (!isOneMonth || warsawDay(new Date(period.start)).slice(8) !== '01') {
    drawText(
      document,
      'Usługa podaje endpointy całymi miesiącami kalendarzowymi; tabela obejmuje każdy miesiąc okresu w całości.',
    )
  }
  const columns: Column[] = [
    { label: 'Endpoint', width: 4 },
    { label: 'Pula', width: 1 },
    { label: 'Wywołania', width: 1.2, isEnd: true },
    { label: 'Jednostki', width: 1.2, isEnd: true },
  ]
  const rows = endpoints.map(({ month, endpoint, pool, calls, units }) => ({
    cells: [...(isOneMonth ? [] : [month]), endpoint, pool ?? '–', number(calls), number(units)],
  }))
  drawTable(document, isOneMonth ? columns : [{ label: 'Miesiąc', width: 1 }, ...columns], rows)
}

function drawDays(document: Document, { days, totals }: PackContent): void {
  drawTitle(document, 'Dzień po dniu')
  const columns: Column[] = [
    { label: 'Dzień', width: 1.4 },
    ...['Zapytania', 'RDF', 'PDF', 'Biała lista', 'Ponad plan', 'Nadwyżka'].map((label) => ({
      label,
      width: 1,
      isEnd: true,
    })),
  ]
  const rows = days.map((day) => ({ cells: [formatDate(day.date, 'pl'), ...figureCells(day)] }))
  drawTable(document, columns, [...rows, { cells: ['Razem', ...figureCells(totals)], isStrong: true }])
}

const figureCells = (of: Figures): readonly string[] => [
  number(of.lookups),
  number(of.rdf),
  number(of.pdfs),
  number(of.wpv_checks),
  number(of.overage_units),
  money(of.overage_grosz),
]

/** On every page once all are there. */
function drawFooters(document: Document, content: PackContent, hash: string): void {
  onEveryPage(document, ({ left, right, top, width, pageOf }) => {
    const rule = top + 20
    document.moveTo(left, rule).lineTo(right, rule).lineWidth(0.5).stroke(style.RULE)
    document.font('regular').fontSize(7).fillColor(style.QUIET)
    const line = { width: width - 80, height: 9, ellipsis: true }
    document.text(`${content.account.name} · ${periodText(content)}`, left, rule + 7, line)
    document.text(`SHA-256 danych (JSON w archiwum): ${hash}`, left, rule + 18, line)
    document.text(pageOf, right - 80, rule + 7, { width: 80, align: 'right' })
  })
}
