import { type FiledDocument, type RdfFinancials, rdfFinancials } from '@/lib/contract/documents'
import { addDays, type Day } from '@/lib/domain/calendar'
import type { RdfKind } from '@/lib/domain/statements/kinds'
import { RDF_KINDS } from '@/lib/service/documents/rdf-kinds'
import { ANNUAL_STATEMENT } from '@/lib/service/documents/statements/rdf-documents'
import type { RdfDocumentTable } from '@/lib/service/registers/tables'

import { rng, type Rng } from '../rng'
import { workingDayFrom, workingDayUpTo } from './entry-days'
import type { Subject } from './subjects'

type StatementFigures = Omit<RdfFinancials, 'document_id' | 'period_start' | 'period_end' | 'currency'>

/**
 * Figures of consecutive years, in whole PLN. Equity grows by each year's profit, and `total_assets = fixed_assets +
 * current_assets = equity + liabilities`.
 */
function figuresOfYears(random: Rng, shareCapital: number, years: number): StatementFigures[] {
  let revenue = Math.round((80_000 + shareCapital * 4) * (0.4 + random.next() * random.int(1, 24)))
  let equity = shareCapital + Math.round(revenue * random.next() * 0.3)
  let fixedShare = 0.08 + random.next() * 0.6
  return Array.from({ length: years }, () => {
    const figures = figuresOf(random, { revenue, equity, fixedShare })
    ;({ revenue, equity } = figures)
    fixedShare = shareOf(figures)
    return figures
  })
}

/** The figures of the following year. */
const figuresAfter = (random: Rng, before: StatementFigures): StatementFigures =>
  figuresOf(random, { revenue: before.revenue, equity: before.equity, fixedShare: shareOf(before) })

const shareOf = ({ fixed_assets, total_assets }: StatementFigures): number => fixed_assets / Math.max(1, total_assets)

type PreviousFigures = { readonly revenue: number; readonly equity: number; readonly fixedShare: number }

function figuresOf(random: Rng, before: PreviousFigures): StatementFigures {
  const revenue = Math.round(before.revenue * (0.82 + random.next() * 0.46))
  const operating_profit = Math.round(revenue * (random.next() * 0.22 - 0.06))
  const net_profit = Math.round(operating_profit * (operating_profit > 0 ? 0.78 : 1))
  const equity = before.equity + net_profit
  const liabilities = Math.round(revenue * (0.05 + random.next() * 0.4)) + Math.max(0, -equity)
  const total_assets = equity + liabilities
  // Purchases and write-offs shift the share of fixed assets.
  const fixedShare = Math.min(0.85, Math.max(0.03, before.fixedShare * (0.8 + random.next() * 0.4)))
  const fixed_assets = Math.round(total_assets * fixedShare)
  const current_assets = total_assets - fixed_assets
  return { fixed_assets, current_assets, total_assets, equity, liabilities, revenue, operating_profit, net_profit }
}

export type FilingCompany = Pick<Subject, 'id' | 'krs' | 'registered_on' | 'share_capital'> & {
  readonly legal_form: string | null
}
type Filing = { readonly company: FilingCompany; readonly random: Rng; readonly year: number; readonly filedOn: Day }

const LATE_SHARE = 0.18
const IFRS_SHARE = 0.3

/**
 * Filings of a company for its last two to five financial years, as of a day. Some companies are late with the last
 * year.
 */
export function filingsOf(company: Subject, today: Day): RdfDocumentTable[] {
  if (company.share_capital === null) return []
  const random = rng(`rdf|${company.krs}`)
  const yearsSinceRemoval = company.status === 'deregistered' ? 2 : 0
  const last = Number(today.slice(0, 4)) - 1 - yearsSinceRemoval
  const first = Math.max(last - random.int(1, 4), Number(company.registered_on.slice(0, 4)))
  if (first > last) return []
  const isLate = rng(`late|${company.krs}`).chance(LATE_SHARE)
  const years = Array.from({ length: last - first + 1 }, (_, index) => first + index)
  const figures = figuresOfYears(random, company.share_capital, years.length)
  return years
    .flatMap((year, index) =>
      filingsOfYear({ company, random, year, filedOn: filingDay(random, year) }, figures[index]),
    )
    .filter(({ filed_on, period_end }) => filed_on <= today && !(isLate && period_end === `${last}-12-31`))
}

/** The filings on a day for the year after the last statement, or for the first year. */
export function nextFilingOf(
  company: FilingCompany,
  last: RdfDocumentTable | undefined,
  { random, filedOn }: { random: Rng; filedOn: Day },
): RdfDocumentTable[] {
  const year = nextYearOf(company, last)
  const before = last && rdfFinancials.parse(JSON.parse(last.financials ?? ''))
  const figures = before ? figuresAfter(random, before) : figuresOfYears(random, company.share_capital ?? 0, 1)[0]
  return filingsOfYear({ company, random, year, filedOn }, figures)
}

export const nextYearOf = ({ registered_on }: FilingCompany, last: RdfDocumentTable | undefined): number =>
  last ? Number(last.period_end.slice(0, 4)) + 1 : Number(registered_on.slice(0, 4))

/** From April to mid-July of the next year. */
const filingDay = (random: Rng, year: number): Day => workingDayFrom(addDays(`${year + 1}-04-10`, random.int(0, 95)))

function filingsOfYear(filing: Filing, figures: StatementFigures | undefined): RdfDocumentTable[] {
  if (!figures) return []
  const { random, company, filedOn } = filing
  const rows = [statement(filing, figures)]
  if (random.chance(0.25)) rows.push(otherDocument(filing, 3), otherDocument(filing, 4))
  if (company.legal_form === 'SPÓŁKA AKCYJNA' || random.chance(0.04))
    rows.push(otherDocument(filing, 19), otherDocument(filing, 20))
  if (random.chance(0.03)) {
    const correctedOn = workingDayFrom(addDays(filedOn, random.int(20, 90)))
    rows.push(statement({ ...filing, filedOn: correctedOn }, corrected(figures), true))
  }
  return rows
}

/** A correction moves an amount from fixed to current assets; the sums do not change. */
function corrected(figures: StatementFigures): StatementFigures {
  const amount = Math.round(figures.fixed_assets * 0.05)
  return {
    ...figures,
    fixed_assets: figures.fixed_assets - amount,
    current_assets: figures.current_assets + amount,
  }
}

function statement(filing: Filing, figures: StatementFigures, correction = false): RdfDocumentTable {
  const row = document(filing, ANNUAL_STATEMENT, correction)
  const { id, period_start, period_end } = row
  const financials: RdfFinancials = { document_id: id, period_start, period_end, currency: 'PLN', ...figures }
  return toTable(filing, row, JSON.stringify(financials))
}

const otherDocument = (filing: Filing, kind: RdfKind): RdfDocumentTable =>
  toTable(filing, document(filing, kind, false), null)

const toTable = ({ company }: Filing, row: FiledDocument, financials: string | null): RdfDocumentTable => ({
  id: row.id,
  company_id: company.id,
  kind_code: row.kind_code,
  period_start: row.period_start,
  period_end: row.period_end,
  filed_on: row.filed_on,
  row: JSON.stringify(row),
  financials,
})

function document({ company, random, year, filedOn }: Filing, kind: RdfKind, correction: boolean): FiledDocument {
  const { name, file, extension } = RDF_KINDS[kind]
  // Only statements in the Polish layout have an XML form.
  const ifrs = kind === ANNUAL_STATEMENT && isUnderIfrs(company)
  const first = `${year}-01-01`
  return {
    id: makeId(random),
    kind_code: kind,
    kind: name,
    period_start: company.registered_on > first ? company.registered_on : first,
    period_end: `${year}-12-31`,
    prepared_on: preparedOn({ company, random, year, filedOn }, kind, correction),
    filed_on: filedOn,
    file_name: `${file}-${year}-${company.krs}${correction ? '-korekta' : ''}.${ifrs ? 'pdf' : extension}`,
    language: 'pl',
    ifrs,
    correction,
  }
}

/** Documents prepared together with the statement; resolutions and the auditor's report come later. */
const PREPARED_WITH_STATEMENT: readonly RdfKind[] = [ANNUAL_STATEMENT, 19]

/**
 * A statement is prepared within three months of the end of the year and approved within six (art. 52 and 53 of the
 * Accounting Act), even if it is filed late; a correction is prepared before it is filed.
 */
function preparedOn({ random, year, filedOn }: Filing, kind: RdfKind, correction: boolean): Day {
  const daysBack = random.int(3, 40)
  if (correction) return workingDayUpTo(addDays(filedOn, -daysBack))
  if (!PREPARED_WITH_STATEMENT.includes(kind)) return workingDayUpTo(earlier(addDays(filedOn, -3), `${year + 1}-06-30`))
  const last = earlier(addDays(filedOn, -5), `${year + 1}-03-31`)
  return workingDayUpTo(later(addDays(last, -daysBack), `${year + 1}-01-10`))
}

const earlier = (a: Day, b: Day): Day => (a < b ? a : b)
const later = (a: Day, b: Day): Day => (a > b ? a : b)

const isUnderIfrs = ({ legal_form, krs }: FilingCompany): boolean =>
  legal_form === 'SPÓŁKA AKCYJNA' && rng(`ifrs|${krs}`).chance(IFRS_SHARE)

/** Sixteen bytes in the repository's notation: URL-safe base64 with padding. */
function makeId(random: Rng): string {
  const bytes = Buffer.from(Array.from({ length: 16 }, () => random.int(0, 255)))
  return `${bytes.toString('base64url')}==`
}
