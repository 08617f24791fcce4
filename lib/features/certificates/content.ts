import { findIdentifier as readIdentifier } from '@/lib/domain/events/event-text'
import { formatDateTime, formatInteger } from '@/lib/domain/format/format'
import type { Locale } from '@/lib/domain/format/locales'
import { maskPesels } from '@/lib/domain/identifiers/identifiers'
import type { StoredLists } from '@/lib/domain/stored-lists'
import type { EventReading } from '@/lib/features/events/contract'
import type { PanelEventTable } from '@/lib/features/events/tables'
import { wordsIn } from '@/lib/panel/words'

import type { Evidence } from './evidence'
import {
  announcementLine,
  describeMonitorChange,
  identifierWord,
  certificateSource,
  kindLine,
  type CertificateFormat,
  versionRows,
} from './rows'
import { makeStatement } from './statement'
import { type ValueGroup, toGroups, type Span, type Stretch, toStretches, MAX_CHANGES } from './timeline'

export type Line = { readonly label: string; readonly value: string }
export type Cells = readonly [string, string, string]
export type CertificateTable = {
  readonly title: string
  readonly columns: readonly string[]
  /** Long tables generate their rows lazily. */
  readonly rows: Iterable<Cells>
}
/** Values watched during the times named in the heading. */
export type WatchedGroup = { readonly times: string; readonly lists: readonly Line[] }
export type CertificateContent = {
  readonly title: string
  readonly subject: string
  readonly statement: readonly string[]
  /** Set if the panel's copy of the events may be incomplete. */
  readonly warning?: string | undefined
  readonly facts: readonly Line[]
  /** Undefined without a recorded period. */
  readonly periods?: CertificateTable | undefined
  /** Undefined for a monitor without a filter. */
  readonly versions?: CertificateTable | undefined
  readonly groups?: { readonly title: string; readonly items: readonly WatchedGroup[] } | undefined
  readonly events: CertificateTable
  readonly changes: CertificateTable
  readonly limits: { readonly title: string; readonly items: readonly string[] }
  readonly none: string
  readonly footer: string
}

const tableOf = (
  { title, columns }: Pick<CertificateTable, 'title' | 'columns'>,
  rows: Iterable<Cells>,
): CertificateTable => ({
  title,
  columns,
  rows,
})

/** Formats tens of thousands of events one by one, so that other work can run in between. */
export const lazyRows = <T>(items: readonly T[], toCells: (item: T) => Cells): Iterable<Cells> => ({
  *[Symbol.iterator]() {
    for (const item of items) yield toCells(item)
  },
})

/** Seconds are shown because several changes may occur within one minute. */
const secondsOf = (iso: string): string => new Date(iso).toISOString().slice(17, 19)

export function createCertificateFormat(locale: Locale): CertificateFormat {
  // Cached because the same instants delimit the times of many values.
  const cachedTexts = new Map<string, string>()
  const formatText = (iso: string): string => {
    const text = cachedTexts.get(iso) ?? `${formatDateTime(iso, locale)}:${secondsOf(iso)}`
    cachedTexts.set(iso, text)
    return text
  }
  return {
    locale,
    ...wordsIn(locale, 'papers', 'certificate'),
    at: (instant) => formatText(instant instanceof Date ? instant.toISOString() : instant),
    count: (value) => formatInteger(value, locale),
  }
}

/** Builds the text of a certificate. Every sentence follows from `evidence`; personal numbers are always masked. */
export function makeCertificate(evidence: Evidence, locale: Locale): CertificateContent {
  const format = createCertificateFormat(locale)
  const { words, say, at } = format
  const { reading, events, changes, issuedAt, issuedBy } = evidence
  const stretches = periodOf(evidence, (life) => toStretches(evidence.versions, life)) ?? []
  const isFilter = evidence.watched?.filterId != null
  const isMany = watchesMany(evidence)
  return {
    title: words.title,
    subject: subjectOf(evidence, format),
    statement: makeStatement(evidence, isFilter ? stretches : undefined, format),
    warning: warningOf(reading, format),
    facts: factsOf(evidence, format),
    periods: periodsOf(evidence, isFilter ? stretches : undefined, format),
    versions: isFilter ? tableOf(words.versions, versionRows(evidence, format)) : undefined,
    groups: isFilter ? watchedGroupsOf(evidence, stretches, format) : undefined,
    events: tableOf(
      words.events,
      lazyRows(events, (event) => [
        at(event.created_at),
        certificateSource(event, format),
        [
          describeEvent(event, isMany, format),
          ...kindLine(event, format),
          announcementLine(event, evidence.notes.get(event.announcement_id), format),
        ].join('\n'),
      ]),
    ),
    changes: tableOf(
      words.changes,
      changes.map((change) => [at(change.at), change.actor, describeMonitorChange(change, format)]),
    ),
    limits: { title: words.limits.title, items: limitsOf(evidence, format) },
    none: words.none,
    footer: say('footer', { at: at(issuedAt), who: issuedBy }),
  }
}

/** Present if the copy of events may lack newer ones. */
export const warningOf = ({ state, as_of: asOf }: EventReading, { words, say, at }: CertificateFormat) =>
  state === 'current' ? undefined : say('behind', { asOf: asOf === null ? words.neverRead : at(asOf) })

/** The certifiable time; undefined if its beginning or end is unknown. */
function periodOf<T>({ life, issuedAt }: Evidence, compute: (life: Span) => T): T | undefined {
  const { from, until } = life
  if (from === null || until.is === 'unknown') return undefined
  return compute({ from, until: until.is === 'deleted' ? until.at : issuedAt.toISOString() })
}

/** If nothing else is known about a monitor, its events decide. */
const watchesMany = ({ watched, events }: Evidence): boolean =>
  watched === undefined ? new Set(events.map((event) => event.subject_name)).size > 1 : watched.filterId !== null

const maskIfAny = (text: string | null | undefined): string | undefined => (text ? maskPesels(text) : undefined)

function subjectOf(evidence: Evidence, { words, say }: CertificateFormat): string {
  const { watched, events } = evidence
  if (watchesMany(evidence)) {
    const name = filterNameOf(evidence)
    return watched?.label ?? (name === undefined ? words.ofFilter : say('ofFilterNamed', { name }))
  }
  const last = events.findLast((event) => event.subject_name !== null && event.subject_name !== '')
  const names = [watched?.subjectName, maskIfAny(last?.subject_name), watched?.label]
  return names.find((name) => name !== undefined && name !== null) ?? words.unnamed
}

const filterNameOf = ({ versions }: Evidence): string | undefined =>
  maskIfAny(versions.findLast((version) => version.name !== null)?.name)

function factsOf(evidence: Evidence, { words, say, at, count }: CertificateFormat): Line[] {
  const { watched, life, events, account, monitorId, issuedAt, issuedBy } = evidence
  const { facts } = words
  const [first, last] = [events.at(0), events.at(-1)]
  const endTexts = { open: facts.stillThere, unknown: facts.unknown } as const
  return [
    { label: facts.account, value: account },
    { label: facts.watches, value: watchedOf(evidence, { words, say }) },
    { label: facts.label, value: watched?.label === undefined ? facts.unknown : (watched.label ?? words.none) },
    { label: facts.tags, value: watched === undefined ? facts.unknown : watched.tags.join(', ') || words.none },
    { label: facts.from, value: life.from === null ? facts.unknown : at(life.from) },
    { label: facts.until, value: life.until.is === 'deleted' ? at(life.until.at) : endTexts[life.until.is] },
    { label: facts.events, value: count(events.length) },
    { label: facts.range, value: first && last ? `${at(first.created_at)} – ${at(last.created_at)}` : words.none },
    { label: facts.number, value: monitorId },
    { label: facts.issued, value: say('facts.issuedBy', { at: at(issuedAt), who: issuedBy }) },
  ]
}

function watchedOf(evidence: Evidence, { words: { facts }, say }: Pick<CertificateFormat, 'words' | 'say'>): string {
  const { watched, events } = evidence
  if (watched?.filterId != null) {
    const name = filterNameOf(evidence)
    return name === undefined
      ? say('facts.filterUnnamed', { id: watched.filterId })
      : say('facts.filter', { name, id: watched.filterId })
  }
  const { identifierType: type, identifierValue: value } = watched ?? {}
  if (type && value) return `${identifierWord(type)} ${value}`
  const last = events.at(-1)
  return watched === undefined && last ? identifierText(last) : facts.unknown
}

function identifierText(event: PanelEventTable): string {
  const identifier = readIdentifier(event)
  return identifier === undefined ? '' : `${identifierWord(identifier.type)} ${identifier.value}`
}

/** The event, with its subject unless all events have the same one. */
function describeEvent(event: PanelEventTable, isMany: boolean, { words }: CertificateFormat): string {
  const title = maskIfAny(event.title) ?? event.announcement_id
  if (!isMany) return title
  return `${title}\n${maskIfAny(event.subject_name) ?? words.unnamed}, ${identifierText(event)}`
}

function periodsOf(
  evidence: Evidence,
  stretches: readonly Stretch[] | undefined,
  format: CertificateFormat,
): CertificateTable | undefined {
  const { words, say, at, count } = format
  const { subject, gap, ...states } = words.periods
  const wordsOf = ({ state, version }: Stretch): string => {
    const itemCount = count(version?.item_count ?? 0)
    if (state === 'watching')
      return version?.kind === 'seen'
        ? say('periods.seen', { count: itemCount })
        : say('periods.watching', { count: itemCount })
    return states[state]
  }
  const end = endOf(evidence, format)
  return periodOf(evidence, (life) => {
    const rows = stretches?.map((each): Cells => [at(each.from), end(each.until), wordsOf(each)])
    const gaps = evidence.gaps.map((each): Cells => [at(each.from_at), at(each.until_at), gap])
    return tableOf(words.periods, [...(rows ?? [[at(life.from), end(life.until), subject]]), ...gaps])
  })
}

/** A time that has not ended is shown until the moment of issue. */
const endOf =
  ({ life, issuedAt }: Evidence, { words, at }: CertificateFormat) =>
  (until: string): string =>
    life.until.is === 'open' && until === issuedAt.toISOString() ? words.now : at(until)

function watchedGroupsOf(evidence: Evidence, stretches: readonly Stretch[], format: CertificateFormat) {
  const { title, seenTitle } = format.words.groups
  const names: Readonly<Record<string, string>> = format.words.groups.lists
  const end = endOf(evidence, format)
  const timesOf = ({ spans }: ValueGroup) =>
    spans.map(({ from, until }) => `${format.at(from)} – ${end(until)}`).join('; ')
  const linesOf = (lists: StoredLists): Line[] =>
    Object.entries(lists).map(([list, values]) => ({ label: names[list] ?? list, value: values.join(', ') }))
  const groups = toGroups(evidence.versions, stretches)
  if (groups.length === 0) return undefined
  const isSeen = evidence.versions.some(({ kind }) => kind === 'seen')
  const items = groups.map((group) => ({ times: timesOf(group), lists: linesOf(group.lists) }))
  return { title: isSeen ? seenTitle : title, items }
}

const hasPerson = ({ watched, versions }: Evidence): boolean =>
  watched?.identifierType === 'pesel' || versions.some(({ added }) => added.includes(' #'))

function limitsOf(evidence: Evidence, format: CertificateFormat): string[] {
  const { words, say, at, count } = format
  const { limits } = words
  const { isEmbedded, watched, life, since, changes, events } = evidence
  const isOlder = since !== undefined && life.from !== null && life.from < since
  const all: readonly (readonly [isTrue: boolean, text: string])[] = [
    [isEmbedded, limits.embedded],
    [!isEmbedded, limits.remote],
    [!isEmbedded && watched?.filterId != null, limits.remoteFilter],
    [isOlder, isOlder ? say('limits.since', { at: at(since) }) : ''],
    [hasPerson(evidence), limits.persons],
    [watched !== undefined, life.until.is === 'open' ? limits.state : limits.stateDeleted],
    [events.some((event) => kindLine(event, format).length > 0), limits.kinds],
    [true, limits.changes],
    [changes.length >= MAX_CHANGES, say('limits.changesCut', { max: count(MAX_CHANGES) })],
  ]
  return all.filter(([isTrue]) => isTrue).map(([, text]) => text)
}
