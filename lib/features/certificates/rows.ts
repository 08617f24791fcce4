import { isEventSource, shortSourceName } from '@/lib/domain/events/sources'
import { formatDate } from '@/lib/domain/format/format'
import type { Locale } from '@/lib/domain/format/locales'
import type { Messages } from '@/lib/domain/format/messages'
import { maskPesels } from '@/lib/domain/identifiers/identifiers'
import { countValues, type StoredLists } from '@/lib/domain/stored-lists'
import type { PanelEventTable } from '@/lib/features/events/tables'
import { eventKindWord } from '@/lib/panel/event-kind-word'
import type { FormatText } from '@/lib/panel/words'
import type { AnnouncementNote } from '@/lib/service/monitors/statements/announcements'
import type { FilterVersionRow } from '@/lib/service/monitors/statements/evidence'

import type { MonitorChange } from './contract'
import type { Evidence } from './evidence'

export type CertificateFormat = {
  readonly locale: Locale
  readonly words: Messages['papers']['certificate']
  readonly say: FormatText<Messages['papers']['certificate']>
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

export const certificateSource = ({ source }: PanelEventTable, { locale }: CertificateFormat): string =>
  isEventSource(source) ? shortSourceName(source, locale) : source.toUpperCase()
/** What the panel takes the event to be about. */
export function kindLine({ kind }: PanelEventTable, { locale, say }: CertificateFormat): string[] {
  const word = eventKindWord(kind, locale)
  return word === undefined ? [] : [say('announcement.kind', { kind: word })]
}

export const identifierWord = (type: string): string => KINDS[type] ?? type.toUpperCase()

/** References of an announcement in its register, and its id in the service. */
export function announcementLine(
  { announcement_id: id, day }: PanelEventTable,
  note: AnnouncementNote | undefined,
  { say, locale }: CertificateFormat,
): string {
  const parts = [
    note?.number ? say('announcement.number', { number: maskPesels(note.number) }) : undefined,
    note?.signature ? say('announcement.signature', { signature: maskPesels(note.signature) }) : undefined,
    say('announcement.of', { day: formatDate(note?.day ?? day, locale) }),
    id === '' ? undefined : say('announcement.known', { id: maskPesels(id) }),
  ]
  return parts.filter((part) => part !== undefined).join(', ')
}

/** Describes a change, with the affected tags and whether it was undone. */
export function describeMonitorChange(
  { action, tags, import: importInfo }: MonitorChange,
  { words, say, at }: CertificateFormat,
): string {
  const { changes } = words
  const actions: Readonly<Record<string, string>> = changes.actions
  const list = (label: string, values: readonly string[] = []) =>
    values.length === 0 ? [] : [`${label}: ${values.map(maskPesels).join(', ')}`]
  const undoInfo = tags?.undone ?? importInfo?.undone
  const undone = undoInfo ? [say('changes.undone', { at: at(undoInfo.at), who: undoInfo.actor })] : []
  const source =
    importInfo === undefined
      ? []
      : [
          importInfo.file_name === ''
            ? changes.pasted
            : say('changes.ofFile', { name: maskPesels(importInfo.file_name) }),
        ]
  const lines = [...list(changes.added, tags?.added), ...list(changes.removed, tags?.removed), ...undone]
  // Actions of later versions have no text here and get a generic one.
  return [[actions[action] ?? changes.other, ...source].join(' '), ...lines].join('\n')
}

/** Changes of the filter during the life of the monitor, starting with the version at its beginning. */
export function versionRows({ versions, life, authors }: Evidence, format: CertificateFormat): Cells[] {
  const { from, until } = life
  const first = versions.findLastIndex(({ at }) => from !== null && at <= from)
  return versions
    .slice(Math.max(0, first))
    .filter(({ at }) => until.is !== 'deleted' || at < until.at)
    .map((version) => {
      const before = versions[versions.indexOf(version) - 1]
      const by = version.kind === 'attached' ? undefined : authors.get(version.id)
      const description = [
        versionDescribers[version.kind](version, before, format),
        by === undefined ? format.words.versions.byNobody : format.say('versions.by', { who: by }),
      ].join('\n')
      return [format.at(version.at), description, contentOf(version, format)]
    })
}

/** Safe: these columns are only written from lists. */
const sizeOf = (json: string): number => countValues(JSON.parse(json) as StoredLists)

type VersionDescriber = (
  version: FilterVersionRow,
  before: FilterVersionRow | undefined,
  format: CertificateFormat,
) => string

const nameOf = ({ name }: FilterVersionRow): string => maskPesels(name ?? '')

const versionDescribers: { readonly [K in FilterVersionRow['kind']]: VersionDescriber } = {
  created: (version, _before, { say }) => say('versions.created', { name: nameOf(version) }),
  recorded: (version, _before, { say }) => say('versions.recorded', { name: nameOf(version) }),
  changed: (version, before, format) => {
    const renamed = before?.name === version.name ? [] : [format.say('versions.renamed', { name: nameOf(version) })]
    return [differenceOf(version, format), ...renamed].join('\n')
  },
  attached: (version, _before, { say }) => say('versions.attached', { name: nameOf(version) }),
  seen: (version, before, format) =>
    [format.say('versions.seen', { name: nameOf(version) }), ...describeSighting(version, before, format)].join('\n'),
  deleted: (_version, _before, { words }) => words.versions.deleted,
  gone: (_version, _before, { words }) => words.versions.gone,
  missing: (_version, _before, { words }) => words.versions.missing,
}

const differenceOf = ({ added, removed }: FilterVersionRow, { say, count }: CertificateFormat): string =>
  say('versions.changed', { added: count(sizeOf(added)), removed: count(sizeOf(removed)) })

function describeSighting(
  version: FilterVersionRow,
  before: FilterVersionRow | undefined,
  format: CertificateFormat,
): string[] {
  const { say, at } = format
  const { changed_at: changedAt, seen_until: seenUntil } = version
  return [
    ...(before?.kind === 'seen' ? [differenceOf(version, format)] : []),
    ...(changedAt === null ? [] : [say('versions.changedAt', { at: at(changedAt) })]),
    ...(seenUntil === null ? [] : [say('versions.seenUntil', { at: at(seenUntil) })]),
  ]
}

const contentOf = (
  { kind, item_count: itemCount, sha256 }: FilterVersionRow,
  { words, say, count }: CertificateFormat,
): string =>
  kind === 'deleted' || kind === 'gone' || kind === 'missing'
    ? words.versions.nothing
    : say('versions.content', { count: count(itemCount), sha256 })
