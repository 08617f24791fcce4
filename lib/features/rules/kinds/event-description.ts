import {
  type EventKind,
  type EventSeverity,
  isEventKind,
  type SeverityChoices,
  severityOfKind,
} from '@/lib/domain/events/event-kinds'
import { findIdentifier, type IdentifierKind, shownText } from '@/lib/domain/events/event-text'
import { eventKindOf } from '@/lib/domain/events/event-titles'
import { sourceName } from '@/lib/domain/events/sources'
import { formatDateTime } from '@/lib/domain/format/format'
import type { Locale } from '@/lib/domain/format/locales'
import { shortName } from '@/lib/domain/format/short-name'
import { shortenText } from '@/lib/domain/format/shorten-text'
import { maskLikelyPesels } from '@/lib/domain/identifiers/identifiers'
import { isOrganisation, mayName } from '@/lib/domain/identifiers/organisation'
import { eventPath, monitorPath } from '@/lib/domain/routes'
import type { PanelEventTable } from '@/lib/features/events/tables'
import { eventKindWord, severityWord } from '@/lib/panel/event-kind-word'
import { wordsIn } from '@/lib/panel/words'

import type { HitDescription } from './kind'

/** The parts of an event that may leave the panel. */
export type EventHitContent = {
  readonly source: string
  /** Undefined in hits of an earlier version, like the severity, which is the account's when the rule matched. */
  readonly kind?: EventKind
  readonly severity?: EventSeverity
  readonly title: string | null
  /** Only set for an organisation. */
  readonly name: string | null
  readonly isPerson: boolean
  readonly identifier: { readonly kind: IdentifierKind; readonly value: string } | null
  readonly monitor_id: string
  readonly announcement_id: string
  /** Undefined in hits of an earlier version. */
  readonly event_id?: number
  /** Every monitor that reported the announcement, with its event number; undefined in hits of an earlier version. */
  readonly monitors?: readonly { readonly id: string; readonly identifier: EventHitContent['identifier'] }[]
  readonly created_at: string
}

/**
 * Omits personal numbers and names of persons: a subject that is not certainly an organisation gets no name. `folded`:
 * the same announcement as reported by each monitor.
 */
export function eventHitContent(
  event: PanelEventTable,
  {
    folded = [event],
    choices = {},
  }: { folded?: readonly PanelEventTable[] | undefined; choices?: SeverityChoices } = {},
): EventHitContent {
  const { source, subject_name: name, monitor_id, created_at } = event
  const identifier = identifierOf(event)
  const isNamed = isOrganisation(event)
  const title = shownText(event.title)
  const hasName = title !== undefined && name !== null && !isNamed && mayName(title, name)
  const kind = knownKind(event)
  return {
    source,
    kind,
    severity: severityOfKind(kind, choices),
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

/** A kind that only a newer version knows counts as `other`. */
const knownKind = ({ kind }: PanelEventTable): EventKind => (isEventKind(kind) ? kind : 'other')

export function kindOfHit(content: EventHitContent): { readonly kind: EventKind; readonly severity: EventSeverity } {
  const { kind = eventKindOf(content), severity = severityOfKind(kind) } = content
  return { kind, severity }
}

function identifierOf(event: PanelEventTable): EventHitContent['identifier'] {
  const found = findIdentifier(event)
  return found === undefined ? null : { kind: found.kind, value: found.value }
}

/** Groups messages about one subject by monitor, which reveals nothing about the watched subject. */
export const subjectKeyOf = ({ monitor_id, lead_id }: PanelEventTable): string =>
  monitor_id === '' ? `event:${lead_id}` : `monitor:${monitor_id}`

const eventWords = (locale: Locale) => wordsIn(locale, 'mails', 'found').words.event

/** A longer name would leave no room for what happened. */
const MAX_LEAD_SUBJECT = 60

/** Describes the subject, the announcement, its source and its time. */
export function describeEvent(locale: Locale, content: EventHitContent): HitDescription {
  const t = eventWords(locale)
  const subjectName = content.name === null ? t[content.isPerson ? 'person' : 'subject'] : shortName(content.name)
  const number = numberOf(locale, content.identifier)
  const leadSubject = content.name !== null || content.isPerson ? subjectName : (number ?? subjectName)
  const eventTitle = content.title ?? undefined
  const { kind: eventKind, severity } = kindOfHit(content)
  const kind = eventKindWord(eventKind, locale)
  const origin = [sourceName(content.source, locale), `${formatDateTime(content.created_at, locale)} (${t.zone})`]
  return {
    title: [subjectName, number].filter((part) => part !== undefined).join(', '),
    lines: [
      [severityWord(severity, locale), kind, eventTitle, ...origin]
        .filter((part) => part !== undefined && part !== '')
        .join(' · '),
      ...monitorLines(locale, content),
      ...(content.announcement_id === '' ? [] : [`${t.announcement}: ${content.announcement_id}`]),
    ],
    isDated: true,
    ...(eventTitle !== undefined && { quoted: [eventTitle] }),
    lead: `${shortenText(leadSubject, MAX_LEAD_SUBJECT)}: ${eventTitle ?? kind ?? sourceName(content.source, locale)}`,
    ...pathOf(content),
  }
}

/** Links to the announcement; a hit of an earlier version links to its monitor. */
function pathOf({ event_id: event, monitor_id: monitor }: EventHitContent): Pick<HitDescription, 'path'> {
  if (event !== undefined) return { path: eventPath(event) }
  return monitor === '' ? {} : { path: monitorPath(monitor) }
}

/** One line per monitor if several reported it. */
function monitorLines(locale: Locale, { monitors = [] }: EventHitContent): string[] {
  if (monitors.length < 2) return []
  const names = monitors.map(({ id, identifier }) => numberOf(locale, identifier) ?? id)
  return [`${eventWords(locale).monitors}: ${names.join(', ')}`]
}

function numberOf(locale: Locale, identifier: EventHitContent['identifier']): string | undefined {
  if (identifier === null) return undefined
  const { kind, value } = identifier
  const { numbers } = eventWords(locale)
  const name =
    kind === 'krz_signature' || kind === 'subject_id' || kind === 'other' ? numbers[kind] : kind.toUpperCase()
  return `${name} ${value}`
}
