import { capActor } from '@/lib/domain/files/usage-file'
import { formatDate, formatDateTime } from '@/lib/domain/format/format'
import { dayFigures } from '@/lib/domain/usage/pools'
import { drawFacts, drawHeading, drawNote, drawRemark, drawTitle, type PdfFact } from '@/lib/pdf/blocks'
import { makePdf } from '@/lib/pdf/document'
import { drawFooters } from '@/lib/pdf/footer'
import type { DrawingSteps } from '@/lib/pdf/slices'
import { drawTable, type PdfColumn, type PdfRow } from '@/lib/pdf/table'

import {
  type PackFigures,
  type PackCheck,
  type PackContent,
  type PackSegment,
  earlierPriceIn,
  severalPricesIn,
} from './content'
import { drawEndpoints } from './pdf-endpoints'
import { drawSum } from './pdf-sum'
import { amountsText, cap, figureLabel, mean, moment, money, number } from './pdf-words'

type Document = PDFKit.PDFDocument

/** The pack on paper, in Polish: what an accountant is handed. `hash` is of the frozen JSON beside it in the archive. */
export function renderPackPdf(content: PackContent, hash: string): Promise<Uint8Array<ArrayBuffer>> {
  const meta = {
    title: `${titleOf(content)}: ${content.account.name}`,
    subject: periodText(content),
    creator: 'Panel Rejestrów',
    at: new Date(content.frozen_at),
  }
  return makePdf(meta, function* (document) {
    drawHead(document, content)
    yield* drawFacts(document, factsOf(content))
    yield* drawTerms(document, content)
    yield* drawSum(document, content)
    yield* drawChecks(document, content)
    yield* drawCap(document, content)
    yield* drawEndpoints(document, content)
    yield* drawDays(document, content)
    yield* drawFooters(document, {
      lines: [`${content.account.name} · ${periodText(content)}`, `SHA-256 danych (JSON w archiwum): ${hash}`],
    })
  })
}

const titleOf = ({ kind }: PackContent) =>
  kind === 'closed' ? 'Zestawienie okresu rozliczeniowego' : 'Zestawienie wstępne okresu rozliczeniowego'

/** First and last day, both within. */
const periodText = ({ period: { start, end } }: PackContent) =>
  `${formatDate(start, 'pl')} – ${formatDate(new Date(Date.parse(end) - 1), 'pl')}`

function drawHead(document: Document, content: PackContent): void {
  drawTitle(document, {
    overline: 'Panel Rejestrów · Business Registers Data API',
    title: titleOf(content),
    subject: content.account.name,
  })
  if (content.kind === 'preliminary') {
    drawNote(document, `Okres jeszcze trwa. Liczby są z chwili ${moment(content.frozen_at)} i mogą jeszcze wzrosnąć.`)
  }
}

const factsOf = (content: PackContent): readonly PdfFact[] => {
  const { account, terms, period, kind } = content
  return [
    { label: 'Konto', value: account.slug },
    { label: 'Okres', value: `${periodText(content)}, strefa ${period.zone}` },
    {
      label: 'Granice okresu',
      value: `od ${formatDateTime(period.start, 'pl')} do ${formatDateTime(period.end, 'pl')}, koniec wyłącznie`,
    },
    ...(content.segments.length > 1 ? [] : planFacts(terms)),
    { label: 'Kwoty', value: amountsText(content) },
    { label: kind === 'closed' ? 'Zamknięto' : 'Sporządzono', value: moment(content.frozen_at) },
  ]
}

const planFacts = (terms: PackContent['terms']): readonly PdfFact[] => [
  { label: 'Plan', value: terms.plan ?? 'nieznany: panel nie zna warunków z tego okresu' },
  ...(terms.plan === null ? [] : [{ label: 'Warunki od', value: moment(terms.as_of) }]),
]

/** Each part of the period with its own terms; one that was the same throughout stands with the facts. */
function* drawTerms(document: Document, { segments }: PackContent): DrawingSteps {
  if (segments.length < 2) return
  drawHeading(document, 'Warunki w okresie')
  yield* drawTable(document, {
    columns: [
      { label: 'Od', width: 2 },
      { label: 'Do', width: 2 },
      { label: 'Plan', width: 2 },
      { label: 'W cenie planu', width: 1.4, isEnd: true },
      { label: 'Cena jednostki netto', width: 1.6, isEnd: true },
    ],
    rows: segments.map((segment) => ({ cells: segmentCells(segment) })),
  })
  if (segments.some(({ source }) => source === 'seen'))
    drawRemark(document, 'Zmiany oznaczone „zauważono” panel zobaczył w podanej chwili; mogły nastąpić wcześniej.')
}

function segmentCells({ from, to, plan, included, unit_grosz, source, state }: PackSegment): readonly string[] {
  const span = [formatDateTime(from, 'pl'), formatDateTime(to, 'pl')]
  if (source === 'unknown') return [...span, 'nieznany', '', '']
  const marks = [...(state === 'trial' ? ['okres próbny'] : []), ...(source === 'seen' ? ['zauważono'] : [])]
  return [
    ...span,
    [plan ?? 'brak danych', ...marks].join(', '),
    included === null ? 'bez limitu' : number(included),
    unit_grosz === 0 ? 'nie sprzedaje' : money(unit_grosz),
  ]
}

const checkWords: Record<PackCheck['about'], readonly [string, string]> = {
  price: ['Kwota netto: dni a jednostki × cena', 'jednostki × cena'],
  endpoints: ['Zapytania: dni a endpointy', 'suma endpointów'],
  lookups: ['Zapytania: dni a licznik', 'licznik'],
  overage_units: ['Jednostki ponad plan: dni a licznik', 'licznik'],
  overage_grosz: ['Nadwyżka netto: dni a licznik', 'licznik'],
}

function drawChecks(document: Document, content: PackContent): DrawingSteps {
  drawHeading(document, 'Zgodność liczb')
  drawRemark(document, meterText(content))
  const note = mismatchNote(content)
  if (note !== undefined) drawNote(document, note)
  const several = severalPricesIn(content)
  if (several) drawRemark(document, severalPricesText(several))
  const earlier = earlierPriceIn(content)
  if (earlier !== undefined) drawRemark(document, earlierPriceText(earlier))
  return drawTable(document, {
    columns: [
      { label: 'Co porównano', width: 3 },
      { label: 'Suma dni', width: 1.5, isEnd: true },
      { label: 'Druga liczba', width: 2.2, isEnd: true },
      { label: 'Wynik', width: 1.8, isEnd: true },
    ],
    rows: content.checks.map((check) => ({ cells: checkCells(check), isMarked: check.agrees === false })),
  })
}

/** A period that runs has no end yet of which to say what is missing. */
function meterText({ kind, meter, period }: PackContent): string {
  if (!meter) return 'W tym okresie panel nie widział licznika usługi, więc dni porównano tylko z endpointami i ceną.'
  if (kind === 'preliminary') return `Licznik usługi odczytano ${moment(meter.at)}.`
  if (meter.at === period.end) return 'Licznik usługi jest z końca okresu.'
  return `Licznik usługi widziano ostatnio ${moment(meter.at)} i porównano z dniami z tej samej chwili. Po końcu okresu usługa go nie podaje; to, co naliczono później, jest tylko w dniach.`
}

const severalPricesText = (check: PackCheck) =>
  `W tym okresie naliczono po więcej niż jednej cenie. Każda jednostka zachowuje cenę z dnia naliczenia, dlatego kwota (średnio ${mean(check)} za jednostkę) nie jest iloczynem jednostek i ostatniej ceny. Do zapłaty przyjęto sumę kwot dni.`

const earlierPriceText = (paidGrosz: number) =>
  `Wszystkie jednostki ponad plan naliczono po ${money(paidGrosz)}; cena zmieniła się później. Do zapłaty przyjęto sumę kwot dni.`

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

function checkCells({ about, days, other, agrees, mean_grosz, paid_grosz }: PackCheck): readonly string[] {
  const write = about === 'price' || about === 'overage_grosz' ? money : number
  const [what, second] = checkWords[about]
  const verdict = () => {
    if (mean_grosz !== undefined) return 'zgodne, kilka cen'
    if (paid_grosz !== undefined) return 'zgodne, cena sprzed zmiany'
    if (agrees === null || days === null || other === null) return 'nie do sprawdzenia'
    return agrees ? 'zgodne' : `różnica ${write(days - other)}`
  }
  return [what, write(days), `${second}: ${write(other)}`, verdict()]
}

function* drawCap(document: Document, content: PackContent): DrawingSteps {
  const { at_start_pln, at_end_pln, changes } = content.cap
  drawHeading(document, 'Limit wydatków (netto)')
  yield* drawFacts(document, [
    { label: 'Na początku okresu', value: cap(at_start_pln) },
    { label: content.kind === 'closed' ? 'Na końcu okresu' : 'W chwili sporządzenia', value: cap(at_end_pln) },
  ])
  document.y += 8
  if (changes.length === 0) return drawRemark(document, 'W tym okresie panel nie odnotował zmian limitu.')
  yield* drawTable(document, {
    columns: [
      { label: 'Kiedy', width: 2 },
      { label: 'Kto', width: 2.2 },
      { label: 'Z', width: 1.2, isEnd: true },
      { label: 'Na', width: 1.2, isEnd: true },
      { label: 'Nadwyżka netto', width: 1.2, isEnd: true },
      { label: 'Powód', width: 2.4 },
    ],
    rows: changeRows(changes),
  })
}

function whoText({ source, actor }: PackContent['cap']['changes'][number]): string {
  if (actor === null) return 'nie wiadomo (chwila zauważenia)'
  return source === 'key' ? `klucz API ${capActor(actor)}` : actor
}

/** One by one, as it is drawn: its cells take longer than its ink. */
function* changeRows(changes: PackContent['cap']['changes']): Iterable<PdfRow> {
  for (const change of changes) {
    const cells = [
      formatDateTime(change.at, 'pl'),
      whoText(change),
      cap(change.from_pln),
      cap(change.to_pln),
      money(change.overage_grosz),
      change.reason ?? '',
    ]
    yield { cells }
  }
}

function drawDays(document: Document, { days, totals }: PackContent): DrawingSteps {
  drawHeading(document, 'Dzień po dniu')
  const columns: PdfColumn[] = [
    { label: 'Dzień', width: 1.4 },
    ...dayFigures.map((figure) => ({ label: figureLabel(figure), width: 1, isEnd: true })),
  ]
  const rows = days.map((day) => ({ cells: [formatDate(day.date, 'pl'), ...figureCells(day)] }))
  return drawTable(document, { columns, rows: [...rows, { cells: ['Razem', ...figureCells(totals)], isStrong: true }] })
}

const figureCells = (of: PackFigures): readonly string[] =>
  dayFigures.map((figure) => (figure === 'overage_grosz' ? money : number)(of[figure]))
