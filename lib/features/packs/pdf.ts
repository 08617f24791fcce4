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
import {
  amountsText,
  formatCap,
  columnsOf,
  numberColumn,
  figureLabel,
  formatMean,
  formatMoment,
  money,
  number,
  paper,
  formatPaperText,
} from './pdf-words'

type Document = PDFKit.PDFDocument

/** Renders the pack as a Polish PDF for accountants. `hash` is that of the frozen JSON in the same archive. */
export function renderPackPdf(content: PackContent, hash: string): Promise<Uint8Array<ArrayBuffer>> {
  const meta = {
    title: `${paper.title[content.kind]}: ${content.account.name}`,
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
      lines: [`${content.account.name} · ${periodText(content)}`, formatPaperText('footer', { hash })],
    })
  })
}

/** First and last day, both included. */
const periodText = ({ period: { start, end } }: PackContent) =>
  `${formatDate(start, 'pl')} – ${formatDate(new Date(Date.parse(end) - 1), 'pl')}`

function drawHead(document: Document, content: PackContent): void {
  drawTitle(document, {
    overline: 'Panel Rejestrów · Business Registers Data API',
    title: paper.title[content.kind],
    subject: content.account.name,
  })
  if (content.kind === 'preliminary') {
    drawNote(document, formatPaperText('running', { at: formatMoment(content.frozen_at) }))
  }
}

const factsOf = (content: PackContent): readonly PdfFact[] => {
  const { account, terms, period, kind } = content
  const t = paper.facts
  return [
    { label: t.account, value: account.slug },
    { label: t.period, value: formatPaperText('facts.zone', { period: periodText(content), zone: period.zone }) },
    {
      label: t.bounds,
      value: formatPaperText('facts.from', {
        start: formatDateTime(period.start, 'pl'),
        end: formatDateTime(period.end, 'pl'),
      }),
    },
    ...(content.segments.length > 1 ? [] : planFacts(terms)),
    { label: t.amounts, value: amountsText(content) },
    { label: t.at[kind], value: formatMoment(content.frozen_at) },
  ]
}

const planFacts = (terms: PackContent['terms']): readonly PdfFact[] => [
  { label: paper.facts.plan, value: terms.plan ?? paper.facts.planUnknown },
  ...(terms.plan === null ? [] : [{ label: paper.facts.termsFrom, value: formatMoment(terms.as_of) }]),
]

/** Each part of the period with its terms; unchanged terms are shown with the facts instead. */
function* drawTerms(document: Document, { segments }: PackContent): DrawingSteps {
  if (segments.length < 2) return
  const t = paper.terms
  drawHeading(document, t.title)
  yield* drawTable(document, {
    columns: columnsOf(t.columns, [{ width: 2 }, { width: 2 }, { width: 2 }, numberColumn(1.4), numberColumn(1.6)]),
    rows: segments.map((segment) => ({ cells: segmentCells(segment) })),
  })
  if (segments.some(({ source }) => source === 'seen')) drawRemark(document, t.seen)
}

function segmentCells({ from, to, plan, included, unit_grosz, source, state }: PackSegment): readonly string[] {
  const t = paper.terms
  const span = [formatDateTime(from, 'pl'), formatDateTime(to, 'pl')]
  if (source === 'unknown') return [...span, t.unknown, '', '']
  const marks = [...(state === 'trial' ? [t.trial] : []), ...(source === 'seen' ? [t.noticed] : [])]
  return [
    ...span,
    [plan ?? paper.none, ...marks].join(', '),
    included === null ? t.unlimited : number(included),
    unit_grosz === 0 ? t.noSale : money(unit_grosz),
  ]
}

function drawChecks(document: Document, content: PackContent): DrawingSteps {
  drawHeading(document, paper.checks.title)
  drawRemark(document, meterText(content))
  const note = mismatchNote(content)
  if (note !== undefined) drawNote(document, note)
  const several = severalPricesIn(content)
  if (several) drawRemark(document, formatPaperText('severalPrices', { mean: formatMean(several) }))
  const earlier = earlierPriceIn(content)
  if (earlier !== undefined) drawRemark(document, formatPaperText('earlierPrice', { price: money(earlier) }))
  return drawTable(document, {
    columns: columnsOf(paper.checks.columns, [{ width: 3 }, numberColumn(1.5), numberColumn(2.2), numberColumn(1.8)]),
    rows: content.checks.map((check) => ({ cells: checkCells(check), isMarked: check.agrees === false })),
  })
}

/** A running period has no end for which a reading could be missing. */
function meterText({ kind, meter, period }: PackContent): string {
  if (!meter) return paper.meter.unseen
  if (kind === 'preliminary') return formatPaperText('meter.read', { at: formatMoment(meter.at) })
  if (meter.at === period.end) return paper.meter.atEnd
  return formatPaperText('meter.last', { at: formatMoment(meter.at) })
}

/** Days above the last reading are later usage; any other difference is a mismatch. */
function mismatchNote({ checks }: PackContent): string | undefined {
  const differing = checks.filter(({ agrees }) => agrees === false)
  if (differing.length === 0) return undefined
  const isLater = differing.every(({ about, days, other }) => isOfMeter(about) && (days ?? 0) > (other ?? 0))
  return isLater ? paper.laterDays : paper.mismatch
}
const isOfMeter = (about: PackCheck['about']): boolean => about !== 'price' && about !== 'endpoints'

function checkCells({ about, days, other, agrees, mean_grosz, paid_grosz }: PackCheck): readonly string[] {
  const write = about === 'price' || about === 'overage_grosz' ? money : number
  const t = paper.checks
  const verdict = () => {
    if (mean_grosz !== undefined) return t.severalPrices
    if (paid_grosz !== undefined) return t.earlierPrice
    if (agrees === null || days === null || other === null) return t.unchecked
    return agrees ? t.agrees : formatPaperText('checks.differs', { difference: write(days - other) })
  }
  const second = t.other[about === 'price' || about === 'endpoints' ? about : 'meter']
  return [t.about[about], write(days), `${second}: ${write(other)}`, verdict()]
}

function* drawCap(document: Document, content: PackContent): DrawingSteps {
  const { at_start_pln, at_end_pln, changes } = content.cap
  const t = paper.cap
  drawHeading(document, t.title)
  yield* drawFacts(document, [
    { label: t.atStart, value: formatCap(at_start_pln) },
    { label: t.atEnd[content.kind], value: formatCap(at_end_pln) },
  ])
  document.y += 8
  if (changes.length === 0) return drawRemark(document, t.unchanged)
  yield* drawTable(document, {
    columns: columnsOf(t.columns, [
      { width: 2 },
      { width: 2.2 },
      numberColumn(1.2),
      numberColumn(1.2),
      numberColumn(1.2),
      { width: 2.4 },
    ]),
    rows: changeRows(changes),
  })
}

function whoText({ source, actor }: PackContent['cap']['changes'][number]): string {
  if (actor === null) return paper.cap.nobody
  return source === 'key' ? formatPaperText('cap.key', { key: capActor(actor) }) : actor
}

/** Generates rows one by one, because building the cells takes longer than drawing them. */
function* changeRows(changes: PackContent['cap']['changes']): Iterable<PdfRow> {
  for (const change of changes) {
    const cells = [
      formatDateTime(change.at, 'pl'),
      whoText(change),
      formatCap(change.from_pln),
      formatCap(change.to_pln),
      money(change.overage_grosz),
      change.reason ?? '',
    ]
    yield { cells }
  }
}

function drawDays(document: Document, { days, totals }: PackContent): DrawingSteps {
  drawHeading(document, paper.days.title)
  const columns: PdfColumn[] = [
    { label: paper.days.day, width: 1.4 },
    ...dayFigures.map((figure) => ({ label: figureLabel(figure), ...numberColumn(1) })),
  ]
  const rows = days.map((day) => ({ cells: [formatDate(day.date, 'pl'), ...figureCells(day)] }))
  return drawTable(document, {
    columns,
    rows: [...rows, { cells: [paper.days.sum, ...figureCells(totals)], isStrong: true }],
  })
}

const figureCells = (figures: PackFigures): readonly string[] =>
  dayFigures.map((figure) => (figure === 'overage_grosz' ? money : number)(figures[figure]))
