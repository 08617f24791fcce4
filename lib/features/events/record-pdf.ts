import { warsawDay } from '@/lib/domain/calendar'
import { eventSeverities } from '@/lib/domain/events/event-kinds'
import { sourceName } from '@/lib/domain/events/sources'
import { formatDate, formatDateTime, formatInteger } from '@/lib/domain/format/format'
import type { Locale } from '@/lib/domain/format/locales'
import type { PanelParsed } from '@/lib/features/contract'
import { maskForLog } from '@/lib/http/mask-personal'
import { severityWord } from '@/lib/panel/event-kind-word'
import { wordsIn } from '@/lib/panel/words'
import { drawFacts, drawHeading, drawNote, drawRemark, drawTitle, type PdfFact } from '@/lib/pdf/blocks'
import { makePdf } from '@/lib/pdf/document'
import { drawFooters } from '@/lib/pdf/footer'
import { drawTable, type PdfRow } from '@/lib/pdf/table'

import type { EventReading, StoredEvent } from './contract'

/** `name`: null for a person. */
export type EventRow = Omit<StoredEvent, 'also' | 'is_unread' | 'subject_name'> & {
  readonly name: string | null
  readonly number: string | null
  readonly claimsUntil: string | null
  /** Of all monitors that reported it. */
  readonly labels: readonly string[]
  readonly tags: readonly string[]
}
type ReviewRecord = {
  readonly account: string
  readonly by: string
  readonly at: Date
  readonly query: PanelParsed<'events.file'>['query']
  /** Name or address of the member of the filter. */
  readonly assignee: string | undefined
  /** State of the copy from which the events are. */
  readonly reading: EventReading
  /** Events from before this instant were deleted; null if none were. */
  readonly eventsFrom: string | null
  readonly locale: Locale
  /** Number of events that match the filter, of which `rows` are the newest. */
  readonly total: number
  readonly rows: readonly EventRow[]
  readonly signal?: AbortSignal | undefined
}

const SIZE = 6.5
const SHARES = [0.13, 0.16, 0.31, 0.2, 0.2] as const

const recordWords = (locale: Locale) => wordsIn(locale, 'papers', 'events')
const kindWords = (locale: Locale) => wordsIn(locale, 'event-kinds', 'kinds').words

/** Who reviewed which events, when and with which note. The same content gives the same bytes. */
export function renderReviewRecord(record: ReviewRecord): Promise<Uint8Array<ArrayBuffer>> {
  const { account, at, locale, rows, total, reading, signal } = record
  const { words, say } = recordWords(locale)
  const { title } = words
  const number = (value: number) => formatInteger(value, locale)
  return makePdf({ title, subject: account, creator: 'Panel Rejestrów', at, locale, signal }, function* (document) {
    drawTitle(document, { title, subject: account })
    if (rows.length < total) drawNote(document, say('part', { rows: number(rows.length), total: number(total) }))
    if (reading.state !== 'current') drawNote(document, say('behind', { asOf: asOfText(record) }))
    yield* drawFacts(document, factsOf(record))
    drawHeading(document, words.limits.title)
    for (const item of [...words.limits.items, ...retentionNotes(record)]) drawRemark(document, item)
    document.y += 10
    const columns = words.columns.map((label, index) => ({ label, width: SHARES[index] ?? 0 }))
    yield* drawTable(document, { columns, rows: tableRows(record), none: words.none, size: SIZE })
    yield* drawFooters(document, { lines: [say('footer', { at: formatDateTime(at, locale) })], locale })
  })
}

const asOfText = ({ reading: { as_of: at }, locale }: ReviewRecord): string =>
  at === null ? recordWords(locale).words.never : formatDateTime(at, locale)

/** Absence of deleted events must not be taken for evidence. */
function retentionNotes({ eventsFrom, query, locale }: ReviewRecord): string[] {
  if (eventsFrom === null || (query.date_from !== undefined && query.date_from > warsawDay(new Date(eventsFrom))))
    return []
  const from = formatDateTime(eventsFrom, locale)
  return [wordsIn(locale, 'papers', 'certificate').say('statement.eventsKeptFrom', { from })]
}

function daysOf({ rows, locale }: ReviewRecord): string {
  const days = [...new Set([rows.at(-1)?.day, rows.at(0)?.day])].filter((day) => day !== undefined)
  return days.length === 0 ? '–' : days.map((day) => formatDate(day, locale)).join(' – ')
}

function factsOf(record: ReviewRecord): PdfFact[] {
  const { account, by, at, locale, rows, total } = record
  const { words, say } = recordWords(locale)
  const { facts } = words
  const number = (value: number) => formatInteger(value, locale)
  const events = number(rows.length)
  return [
    { label: facts.account, value: account },
    { label: facts.madeBy, value: by },
    { label: facts.madeAt, value: formatDateTime(at, locale) },
    { label: facts.filter, value: filterText(record) },
    { label: facts.asOf, value: asOfText(record) },
    { label: facts.period, value: daysOf(record) },
    { label: facts.events, value: rows.length < total ? say('of', { rows: events, total: number(total) }) : events },
    ...eventSeverities.map((severity) => ({
      label: facts[severity],
      value: number(rows.filter((row) => row.severity === severity).length),
    })),
    { label: facts.open, value: number(rows.filter(({ review }) => !review?.reviewed).length) },
  ]
}

const list = (values: readonly string[] = []) => (values.length === 0 ? undefined : values.join(', '))

function filterText(record: ReviewRecord): string {
  const { query, locale } = record
  const { words, say } = recordWords(locale)
  const parts = [
    // Safe: the keys are those of the object.
    ...(Object.entries(filterValues(record)) as [keyof ReturnType<typeof filterValues>, string | undefined][]).flatMap(
      ([key, value]) => (value === undefined ? [] : [say(`filter.${key}`, { value })]),
    ),
    ...(query.state === undefined ? [] : [words.filter[query.state]]),
  ]
  return parts.length === 0 ? words.all : parts.join('; ')
}

const written = (value: number | undefined) => value?.toString()
const masked = (text: string): string => String(maskForLog(text))

/** What the list was narrowed to, by the keys of `papers.events.filter`. */
const filterValues = ({ query, locale, assignee }: ReviewRecord) => ({
  severity: list(query.severity?.map((severity) => severityWord(severity, locale))),
  kind: list(query.kind?.map((kind) => kindWords(locale)[kind])),
  source: list(query.source?.map((source) => sourceName(source, locale))),
  // What was searched for may be a personal number.
  tag: list(query.tag?.map(masked)),
  q: query.q && masked(query.q),
  assignee: query.assignee && (assignee ?? query.assignee),
  monitor: query.monitor_id,
  event: written(query.event),
  claims: written(query.claims_within),
  notice: query.notice,
  from: query.date_from && formatDate(query.date_from, locale),
  to: query.date_to && formatDate(query.date_to, locale),
})

function* tableRows({ rows, locale }: ReviewRecord): Iterable<PdfRow> {
  for (const row of rows) {
    yield {
      cells: [
        formatDateTime(row.created_at, locale),
        `${severityWord(row.severity, locale)}\n${kindWords(locale)[row.kind]}`,
        subjectCell(row, locale),
        reviewCell(row, locale),
        row.review?.note ?? '',
      ],
      isMarked: !row.review?.reviewed,
    }
  }
}

function subjectCell({ name, number, identifier_type: type, source, title, claimsUntil }: EventRow, locale: Locale) {
  const { words, say } = recordWords(locale)
  return [
    name ?? words[type === 'pesel' ? 'person' : 'subject'],
    ...(number === null ? [] : [`${type.toUpperCase()} ${number}`]),
    [sourceName(source, locale), title ?? ''].filter((part) => part !== '').join(': '),
    ...(claimsUntil === null ? [] : [say('deadline', { day: formatDate(claimsUntil, locale) })]),
  ].join('\n')
}

function reviewCell({ review }: EventRow, locale: Locale): string {
  const { words, say } = recordWords(locale)
  const { reviewed = null, assignee = null } = review ?? {}
  return [
    reviewed === null
      ? words.open
      : say('reviewed', { at: formatDateTime(reviewed.at, locale), by: reviewed.by ?? words.nobody }),
    ...(assignee === null ? [] : [say('assigned', { name: assignee.name ?? assignee.email })]),
  ].join('\n')
}
