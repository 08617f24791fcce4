import type { MonitorChange } from '@/lib/contract/panel/coverage'
import { isEventSource, shortSourceName } from '@/lib/domain/events/sources'
import { formatDate } from '@/lib/domain/format/format'
import type { Locale } from '@/lib/domain/format/locales'
import { maskPesels } from '@/lib/domain/identifiers/identifiers'
import { countValues, type KeptLists } from '@/lib/domain/kept-lists'
import type { AnnouncementNote } from '@/lib/storage/monitors/announcements'
import type { FilterVersionRow } from '@/lib/storage/monitors/evidence'
import type { PanelEventTable } from '@/lib/storage/panel/events/tables'

import type { Evidence } from './evidence'
import type { Words } from './words-pl'

/** The words of one language, and how it writes instants and numbers. */
export type Speech = {
  readonly locale: Locale
  readonly words: Words
  readonly at: (instant: Date | string) => string
  readonly count: (value: number) => string
}
type Cells = readonly [string, string, string]

const KINDS: Readonly<Record<string, string>> = {
  subject_id: 'ID',
  krz_signature: 'KRZ',
  msig_signature: 'MSiG',
  name: '',
}

export const certificateSource = ({ source }: PanelEventTable, { locale }: Speech): string =>
  isEventSource(source) ? shortSourceName(source, locale) : source.toUpperCase()
export const identifierWord = (type: string): string => KINDS[type] ?? type.toUpperCase()

/** By what it is found in its register, and under which id the service has it. */
export function announcementLine(
  { announcement_id: id, day }: PanelEventTable,
  note: AnnouncementNote | undefined,
  { words, locale }: Speech,
): string {
  const { number, signature, of, known } = words.announcement
  const parts = [
    note?.number ? number(maskPesels(note.number)) : undefined,
    note?.signature ? signature(maskPesels(note.signature)) : undefined,
    of(formatDate(note?.day ?? day, locale)),
    id === '' ? undefined : known(maskPesels(id)),
  ]
  return parts.filter((part) => part !== undefined).join(', ')
}

/** What was done; to tags also which, and whether that was taken back. */
export function describeMonitorChange({ action, tags, import: by }: MonitorChange, { words, at }: Speech): string {
  const say = words.changes
  const list = (label: string, of: readonly string[] = []) =>
    of.length === 0 ? [] : [`${label}: ${of.map(maskPesels).join(', ')}`]
  const takenBack = tags?.undone ?? by?.undone
  const undone = takenBack ? [say.undone(at(takenBack.at), takenBack.actor)] : []
  const source = by === undefined ? [] : [by.file_name === '' ? say.pasted : say.ofFile(maskPesels(by.file_name))]
  const lines = [...list(say.added, tags?.added), ...list(say.removed, tags?.removed), ...undone]
  // What a later version writes into the log is no word of a document.
  return [[say.actions[action] ?? say.other, ...source].join(' '), ...lines].join('\n')
}

/** What was done to the filter while there was the monitor, beginning with what it held when the monitor began. */
export function versionRows({ versions, life, authors }: Evidence, speech: Speech): Cells[] {
  const { from, until } = life
  const first = versions.findLastIndex(({ at }) => from !== null && at <= from)
  return versions
    .slice(Math.max(0, first))
    .filter(({ at }) => until.is !== 'deleted' || at < until.at)
    .map((version) => {
      const before = versions[versions.indexOf(version) - 1]
      const by = version.kind === 'attached' ? undefined : authors.get(version.id)
      const what = [tellings[version.kind](version, before, speech), speech.words.versions.by(by)].join('\n')
      return [speech.at(version.at), what, contentOf(version, speech)]
    })
}

/** Sound: the columns hold what was written of lists. */
const sizeOf = (json: string): number => countValues(JSON.parse(json) as KeptLists)

type Telling = (version: FilterVersionRow, before: FilterVersionRow | undefined, speech: Speech) => string

const nameOf = ({ name }: FilterVersionRow): string => maskPesels(name ?? '')

const tellings: { readonly [K in FilterVersionRow['kind']]: Telling } = {
  created: (version, _before, { words }) => words.versions.created(nameOf(version)),
  recorded: (version, _before, { words }) => words.versions.recorded(nameOf(version)),
  changed: (version, before, speech) => {
    const renamed = before?.name === version.name ? [] : [speech.words.versions.renamed(nameOf(version))]
    return [differenceOf(version, speech), ...renamed].join('\n')
  },
  attached: (version, _before, { words }) => words.versions.attached(nameOf(version)),
  seen: (version, before, speech) =>
    [speech.words.versions.seen(nameOf(version)), ...seenOf(version, before, speech)].join('\n'),
  deleted: (_version, _before, { words }) => words.versions.deleted,
  gone: (_version, _before, { words }) => words.versions.gone,
  missing: (_version, _before, { words }) => words.versions.missing,
}

const differenceOf = ({ added, removed }: FilterVersionRow, { words, count }: Speech): string =>
  words.versions.changed(count(sizeOf(added)), count(sizeOf(removed)))

function seenOf(version: FilterVersionRow, before: FilterVersionRow | undefined, speech: Speech): string[] {
  const { words, at } = speech
  const { changed_at: changedAt, seen_until: seenUntil } = version
  return [
    ...(before?.kind === 'seen' ? [differenceOf(version, speech)] : []),
    ...(changedAt === null ? [] : [words.versions.changedAt(at(changedAt))]),
    ...(seenUntil === null ? [] : [words.versions.seenUntil(at(seenUntil))]),
  ]
}

const contentOf = ({ kind, item_count: held, sha256 }: FilterVersionRow, { words, count }: Speech): string =>
  kind === 'deleted' || kind === 'gone' || kind === 'missing'
    ? words.versions.nothing
    : words.versions.content(count(held), sha256)
