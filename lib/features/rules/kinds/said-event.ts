import { findIdentifier, type IdentifierKind, shownText } from '@/lib/domain/events/event-text'
import { sourceName } from '@/lib/domain/events/sources'
import { formatDateTime } from '@/lib/domain/format/format'
import type { Locale } from '@/lib/domain/format/locales'
import { shortName } from '@/lib/domain/format/short-name'
import { maskLikelyPesels } from '@/lib/domain/identifiers/identifiers'
import { isOrganisation, mayName } from '@/lib/domain/identifiers/organisation'
import { eventPath, monitorPath } from '@/lib/domain/routes'
import type { PanelEventTable } from '@/lib/features/events/tables'
import { wordsIn } from '@/lib/panel/words'

import type { SaidHit } from './kind'

/** What may be said of an event outside of the panel. */
export type SaidEvent = {
  readonly source: string
  readonly title: string | null
  /** Only of an organisation. */
  readonly name: string | null
  readonly isPerson: boolean
  readonly identifier: { readonly kind: IdentifierKind; readonly value: string } | null
  readonly monitor_id: string
  readonly announcement_id: string
  /** The event's number; undefined in what an earlier version found. */
  readonly event_id?: number
  /** Every monitor that gave the announcement, by the number through which it did; undefined as above. */
  readonly monitors?: readonly { readonly id: string; readonly identifier: SaidEvent['identifier'] }[]
  readonly created_at: string
}

/**
 * Without personal numbers and without names of persons: what is not certainly an organisation has no name here. `folded`: the same
 * announcement as every monitor gave it.
 */
export function saidOf(event: PanelEventTable, folded: readonly PanelEventTable[] = [event]): SaidEvent {
  const { source, subject_name: name, monitor_id, created_at } = event
  const identifier = identifierOf(event)
  const isNamed = isOrganisation(event)
  const title = shownText(event.title)
  const hasName = title !== undefined && name !== null && !isNamed && mayName(title, name)
  return {
    source,
    title: title === undefined || hasName ? null : maskLikelyPesels(title),
    name: isNamed && name !== null ? maskLikelyPesels(name) : null,
    isPerson: identifier?.kind === 'pesel',
    identifier,
    monitor_id,
    announcement_id: maskLikelyPesels(event.announcement_id),
    created_at,
    event_id: event.lead_id,
    monitors: folded
      .filter(({ monitor_id: id }) => id !== '')
      .map((each) => ({ id: each.monitor_id, identifier: identifierOf(each) })),
  }
}

function identifierOf(event: PanelEventTable): SaidEvent['identifier'] {
  const found = findIdentifier(event)
  return found === undefined ? null : { kind: found.kind, value: found.value }
}

/** What messages about one subject have in common: the monitor, which says nothing of whom it watches. */
export const subjectKeyOf = ({ monitor_id, lead_id }: PanelEventTable): string =>
  monitor_id === '' ? `event:${lead_id}` : `monitor:${monitor_id}`

const eventWords = (locale: Locale) => wordsIn(locale, 'mails', 'found').words.event

/** Whom it is about, what was announced, and where and when. */
export function sayEvent(locale: Locale, said: SaidEvent): SaidHit {
  const t = eventWords(locale)
  const who = said.name === null ? t[said.isPerson ? 'person' : 'subject'] : shortName(said.name)
  const number = numberOf(locale, said.identifier)
  const what = said.title ?? undefined
  const place = [sourceName(said.source, locale), `${formatDateTime(said.created_at, locale)} (${t.zone})`]
  return {
    title: [who, number].filter((part) => part !== undefined).join(', '),
    lines: [
      [what, ...place].filter((part) => part !== undefined && part !== '').join(' · '),
      ...monitorLines(locale, said),
      ...(said.announcement_id === '' ? [] : [`${t.announcement}: ${said.announcement_id}`]),
    ],
    isDated: true,
    lead: `${said.name !== null || said.isPerson ? who : (number ?? who)}: ${what ?? sourceName(said.source, locale)}`,
    ...pathOf(said),
  }
}

/** The announcement itself; of what an earlier version found, its monitor. */
function pathOf({ event_id: event, monitor_id: monitor }: SaidEvent): Pick<SaidHit, 'path'> {
  if (event !== undefined) return { path: eventPath(event) }
  return monitor === '' ? {} : { path: monitorPath(monitor) }
}

/** Where several monitors gave it, each of them. */
function monitorLines(locale: Locale, { monitors = [] }: SaidEvent): string[] {
  if (monitors.length < 2) return []
  const names = monitors.map(({ id, identifier }) => numberOf(locale, identifier) ?? id)
  return [`${eventWords(locale).monitors}: ${names.join(', ')}`]
}

function numberOf(locale: Locale, identifier: SaidEvent['identifier']): string | undefined {
  if (identifier === null) return undefined
  const { kind, value } = identifier
  const { numbers } = eventWords(locale)
  const name =
    kind === 'krz_signature' || kind === 'subject_id' || kind === 'other' ? numbers[kind] : kind.toUpperCase()
  return `${name} ${value}`
}
