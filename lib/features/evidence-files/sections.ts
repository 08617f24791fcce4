import { recordFields } from '@/lib/contract/record-fields'
import { formatDateTime, formatInteger, formatPercent, formatZloty } from '@/lib/domain/format/format'
import type { Locale } from '@/lib/domain/format/locales'
import type { CompanyPart } from '@/lib/features/companies/domain/part-rows'

import { valueAt, listAt, textOf } from './json'
import {
  type DescribePart,
  type EvidenceCell,
  type EvidenceColumn,
  type EvidenceLine,
  evidenceTable,
  fieldCell,
  flagCell,
  joinedCell,
  listPart,
  registerPart,
} from './section-parts'

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value)

function linesOf(value: unknown, labels: Readonly<Record<string, string>>, locale: Locale): EvidenceLine[] {
  return Object.entries(labels)
    .map(([name, label]) => ({ label, value: textOf(valueAt(value, name), locale) }))
    .filter(({ value: text }) => text !== '')
}

const describeRecord: DescribePart = ([record], { words, recordLabels, locale }) => {
  if (!isObject(record)) return undefined
  const statuses: Readonly<Record<string, string>> = words.statuses
  const facts = recordFields.flatMap(({ name, kind }): EvidenceLine[] => {
    if (name === 'id') return []
    const stored = valueAt(record, name)
    const text = kind === 'amount' && typeof stored === 'number' ? formatZloty(stored, locale) : textOf(stored, locale)
    const value = name === 'status' ? (statuses[text] ?? text) : text
    return value === '' ? [] : [{ label: recordLabels[name], value }]
  })
  return { facts }
}

const describeGraph: DescribePart = ([graph], format) => {
  const { words, locale } = format
  if (!Array.isArray(valueAt(graph, 'edges'))) return undefined
  const names = new Map(
    listAt(graph, 'nodes').map((node) => [valueAt(node, 'id'), textOf(valueAt(node, 'name'), locale)]),
  )
  const nameOf =
    (end: 'from' | 'to'): EvidenceCell =>
    (edge) =>
      names.get(valueAt(edge, end)) ?? ''
  const role: EvidenceCell = (edge) => {
    const code = textOf(valueAt(edge, 'role'), locale)
    const roles: Readonly<Record<string, string>> = words.roles
    return roles[code] ?? code
  }
  const share: EvidenceCell = (edge) => {
    const percent = valueAt(edge, 'share_percent')
    return typeof percent === 'number' ? formatPercent(percent / 100, locale) : ''
  }
  const columns: EvidenceColumn[] = [
    [0.25, nameOf('from')],
    [0.16, role],
    [0.25, nameOf('to')],
    [0.1, share],
    [0.12, fieldCell('since')],
    [0.12, fieldCell('until')],
  ]
  return {
    table: evidenceTable(listAt(graph, 'edges'), { labels: words.graph, columns, format }),
    notes: valueAt(graph, 'is_cut') === true ? [words.graphCut] : [],
  }
}

const describeRisk: DescribePart = ([risk], format) => {
  const { words, locale } = format
  const score = valueAt(risk, 'score')
  if (typeof score !== 'number') return undefined
  const evidence: EvidenceCell = (factor) =>
    listAt(factor, 'evidence')
      .map((each) => joinedCell(' ', fieldCell('day'), fieldCell('title'))(each, format))
      .join('\n')
  const columns: EvidenceColumn[] = [
    [0.48, fieldCell('description')],
    [0.1, fieldCell('points')],
    [0.42, evidence],
  ]
  const level = textOf(valueAt(risk, 'level'), locale)
  const levels: Readonly<Record<string, string>> = words.risk.levels
  return {
    facts: [
      { label: words.risk.score, value: format.say('risk.of', { score: formatInteger(score, locale) }) },
      { label: words.risk.level, value: levels[level] ?? level },
    ],
    table: evidenceTable(listAt(risk, 'factors'), { labels: words.risk.columns, columns, format }),
    notes: [words.risk.note],
  }
}

const describeWhiteList: DescribePart = ([result], format) => {
  const { words, locale } = format
  const { found, virtual, accounts, noAccounts, request_id, request_datetime, note, ...labels } = words.whiteList
  if (!isObject(result)) return undefined
  const subject = valueAt(result, 'subject')
  const listed = listAt(subject, 'account_numbers')
  const time = valueAt(result, 'request_datetime')
  const facts: EvidenceLine[] = [
    { label: found, value: flagCell('found')(result, format) },
    ...linesOf(subject, labels, locale),
    ...(isObject(subject)
      ? [
          { label: accounts, value: listed.map((each) => textOf(each, locale)).join('\n') || noAccounts },
          { label: virtual, value: flagCell('has_virtual_accounts')(subject, format) },
        ]
      : []),
    { label: request_id, value: textOf(valueAt(result, 'request_id'), locale) },
    { label: request_datetime, value: typeof time === 'string' ? instantText(time, locale) : '' },
  ]
  return { facts: facts.filter(({ value }) => value !== ''), notes: [note] }
}

/** Warsaw time; a text that is not an instant stays unchanged. */
const instantText = (text: string, locale: Locale): string =>
  Number.isNaN(Date.parse(text)) ? text : formatDateTime(text, locale)

const FIGURES = [
  'revenue',
  'operating_profit',
  'net_profit',
  'fixed_assets',
  'current_assets',
  'total_assets',
  'equity',
  'liabilities',
] as const
/** Maximum number of periods side by side on a page. */
const MAX_PERIODS = 5

const describeFinancials: DescribePart = (pages, { words, locale }) => {
  if (!pages.every((page) => Array.isArray(valueAt(page, 'items')))) return undefined
  const periods = pages.flatMap((page) => listAt(page, 'items')).slice(0, MAX_PERIODS)
  const periodText = (item: unknown): string =>
    [valueAt(item, 'period_start'), valueAt(item, 'period_end')].map((day) => textOf(day, locale)).join(' – ')
  const rows = FIGURES.map((name) => [
    words.financials[name],
    ...periods.map((item) => textOf(valueAt(item, name), locale)),
  ])
  const currencies = periods.map((item) => textOf(valueAt(item, 'currency'), locale))
  return {
    table: {
      columns: [
        { label: words.financials.figure, width: 0.3 },
        ...periods.map((item) => ({ label: periodText(item), width: 0.7 / periods.length, isEnd: true })),
      ],
      rows: [...rows, [words.financials.currency, ...currencies]],
      isEmpty: periods.length === 0,
    },
  }
}

const announcementsPart = (): DescribePart =>
  listPart({
    labels: ({ words }) => words.announcements,
    columns: [
      [0.13, fieldCell('published_on')],
      [0.43, joinedCell('\n', fieldCell('title'), fieldCell('name'))],
      [0.2, fieldCell('row', 'signature')],
      [0.24, fieldCell('row', 'court')],
    ],
    isReversed: true,
  })

/** Renderers by part. A part without a renderer does not compile. */
export const describePart: { readonly [P in CompanyPart]: DescribePart } = {
  record: describeRecord,
  graph: describeGraph,
  risk: describeRisk,
  whiteList: describeWhiteList,
  changes: listPart({
    labels: ({ words }) => words.changes,
    columns: [
      [0.12, fieldCell('change_date')],
      [0.08, fieldCell('entry_number')],
      [0.2, fieldCell('field')],
      [0.3, fieldCell('old_value')],
      [0.3, fieldCell('new_value')],
    ],
    isReversed: true,
  }),
  krz: announcementsPart(),
  msig: announcementsPart(),
  knf: registerPart(
    [
      [0.14, 'notified', fieldCell('notified_on')],
      [0.28, 'name', fieldCell('name')],
      [0.16, 'identifier', fieldCell('identifier')],
      [0.28, 'prosecutor', fieldCell('prosecutor')],
      [0.14, 'resolved', fieldCell('resolved_on')],
    ],
    { note: (words) => words.knfNote },
  ),
  uokik: registerPart([
    [0.12, 'decided', fieldCell('decided_on')],
    [0.16, 'number', fieldCell('number')],
    [0.32, 'parties', fieldCell('parties')],
    [0.32, 'practice', fieldCell('practice')],
    [0.08, 'fine', flagCell('fined')],
  ]),
  clauses: registerPart([
    [0.13, 'entered', fieldCell('entered_on')],
    [0.12, 'number', fieldCell('number')],
    [0.3, 'parties', fieldCell('parties')],
    [0.45, 'clause', fieldCell('clause')],
  ]),
  sudop: registerPart([
    [0.13, 'granted', fieldCell('granted_on')],
    [0.3, 'provider', fieldCell('provider_name')],
    [0.39, 'purposeAndForm', joinedCell('\n', fieldCell('purpose'), fieldCell('form'))],
    [0.18, 'grossInPln', fieldCell('gross_value_pln')],
  ]),
  tenders: listPart({
    labels: ({ words }) => words.tenders,
    columns: [
      [0.14, (item, { locale }) => instantText(textOf(valueAt(item, 'published_at'), locale), locale)],
      [0.38, fieldCell('title')],
      [0.28, fieldCell('authority')],
      [0.2, fieldCell('notice_number')],
    ],
  }),
  statements: listPart({
    labels: ({ words }) => words.statements,
    columns: [
      [0.13, fieldCell('filed_on')],
      [0.45, joinedCell('\n', fieldCell('kind'), fieldCell('file_name'))],
      [0.3, joinedCell(' – ', fieldCell('period_start'), fieldCell('period_end'))],
      [0.12, flagCell('correction')],
    ],
  }),
  financials: describeFinancials,
}
