import type { Answer } from '@/lib/client/client'
import type { MonitorChange } from '@/lib/contract/panel/coverage'
import type { Reading } from '@/lib/contract/panel/events'
import { warsawDay } from '@/lib/domain/calendar'
import { identifierOf as readIdentifier } from '@/lib/domain/event-text'
import { formatDateTime } from '@/lib/domain/format'
import { maskPesels } from '@/lib/domain/identifiers'
import type { PanelEventTable } from '@/lib/storage/panel-event-tables'

/** What is known of how one subject was watched. */
export type Coverage = {
  readonly monitorId: string
  /** Undefined: it is watched no more. */
  readonly monitor: Answer<'monitors.get'> | undefined
  readonly account: string
  readonly issuedBy: string
  readonly issuedAt: Date
  readonly reading: Reading
  /** Oldest first. */
  readonly events: readonly PanelEventTable[]
  /** Newest first. */
  readonly changes: readonly MonitorChange[]
}

export type Line = { readonly label: string; readonly value: string }
export type CertificateContent = {
  readonly title: string
  readonly subject: string
  readonly statement: string
  /** Set where the copy is not known to be whole. */
  readonly warning: string | undefined
  readonly facts: readonly Line[]
  readonly events: readonly (readonly [at: string, source: string, what: string])[]
  readonly changes: readonly (readonly [at: string, actor: string, what: string])[]
  readonly footer: string
}

const SOURCES: Readonly<Record<string, string>> = { msig: 'MSiG', uokik: 'UOKiK', wpv: 'VAT' }
const KINDS: Readonly<Record<string, string>> = { subject_id: 'ID podmiotu', krz_signature: 'sygnatura' }
const ACTIONS: Readonly<Record<string, string>> = {
  'monitors.create': 'dodanie monitora',
  'monitors.bulkCreate': 'dodanie monitora',
  'monitors.update': 'zmiana etykiety',
  'monitors.bulkTag': 'zmiana tagów',
  'bulkTags.change': 'zmiana tagów wielu monitorów',
  'bulkTags.undo': 'cofnięcie zmiany tagów wielu monitorów',
  'monitors.delete': 'usunięcie monitora',
  'coverage.certificate': 'wydanie poświadczenia',
  'personal.reveal': 'odsłonięcie numeru',
  'retention.renew': 'potwierdzenie celu',
}
const REMOVED = 'monitors.delete'
const NONE = 'brak'

const at = (instant: Date | string): string => formatDateTime(instant, 'pl')

/** In Polish, the language of the registers and of whoever audits them. Personal numbers are masked for everybody. */
export function certificateOf(coverage: Coverage): CertificateContent {
  const { monitor, issuedAt, issuedBy, events, changes } = coverage
  const ofMany = isOfMany(coverage)
  const subject = subjectOf(coverage, ofMany)
  return {
    title: 'Poświadczenie objęcia monitoringiem',
    subject,
    statement: statementOf(coverage, ofMany),
    warning: warningOf(coverage),
    facts: [
      { label: 'Konto', value: coverage.account },
      { label: 'Identyfikator', value: ofMany ? filterOf(coverage) : identifierOf(coverage) },
      { label: 'Etykieta', value: masked(monitor?.label) ?? NONE },
      { label: 'Tagi', value: monitor?.tags?.map(maskPesels).join(', ') || NONE },
      { label: 'Obserwowany od', value: monitor?.created_at ? at(monitor.created_at) : 'nie wiadomo' },
      { label: 'Obserwowany do', value: untilOf(coverage) },
      { label: 'Zdarzenia', value: String(events.length) },
      { label: 'Pierwsze i ostatnie', value: rangeOf(coverage) },
      { label: 'Numer monitora', value: coverage.monitorId },
      { label: 'Wystawiono', value: `${at(issuedAt)} (Europe/Warsaw), ${issuedBy}` },
    ],
    events: events.map((event) => [at(event.created_at), sourceOf(event.source), whatOf(event, ofMany)]),
    changes: changes.map((change) => [at(change.at), change.actor, deedOf(change)]),
    footer: `Wystawiono ${at(issuedAt)} przez ${issuedBy}. Skrót SHA-256 tego pliku zapisano w dzienniku zdarzeń konta.`,
  }
}

/** What was done; to tags also which, and whether that was taken back. */
function deedOf({ action, tags }: MonitorChange): string {
  const list = (label: string, of: readonly string[] = []) =>
    of.length === 0 ? [] : [`${label}: ${of.map(maskPesels).join(', ')}`]
  const undone = tags?.undone ? [`cofnięto ${at(tags.undone.at)}, ${tags.undone.actor}`] : []
  const lines = [...list('dodano', tags?.added), ...list('usunięto', tags?.removed), ...undone]
  return [ACTIONS[action] ?? action, ...lines].join('\n')
}

const masked = (text: string | null | undefined): string | undefined => (text ? maskPesels(text) : undefined)
const sourceOf = (source: string): string => SOURCES[source] ?? source.toUpperCase()

/** A filter watches many subjects; of a monitor that is gone, its events tell. */
function isOfMany({ monitor, events }: Coverage): boolean {
  if (monitor !== undefined) return typeof monitor.filter_id === 'string'
  return new Set(events.map((event) => event.subject_name)).size > 1
}

/** What happened; and to whom, where that is not the same for all. */
function whatOf(event: PanelEventTable, ofMany: boolean): string {
  const what = masked(event.title) ?? event.announcement_id
  if (!ofMany) return what
  return `${what}\n${masked(event.subject_name) ?? 'Podmiot bez nazwy'}, ${shownIdentifier(event)}`
}

function subjectOf({ monitor, events }: Coverage, ofMany: boolean): string {
  if (ofMany) return masked(monitor?.label) ?? 'Podmioty objęte filtrem'
  const last = events.findLast(({ subject_name: name }) => name !== null && name !== '')
  return masked(monitor?.subject_name) ?? masked(last?.subject_name) ?? masked(monitor?.label) ?? 'Podmiot bez nazwy'
}

const filterOf = ({ monitor }: Coverage): string => (monitor?.filter_id ? `filtr ${monitor.filter_id}` : 'filtr')

function identifierOf({ monitor, events }: Coverage): string {
  const known = monitor?.identifier_value ? monitor : events.at(-1)
  return known === undefined ? NONE : shownIdentifier(known)
}

function shownIdentifier(of: Parameters<typeof readIdentifier>[0]): string {
  const identifier = readIdentifier(of)
  return identifier === undefined
    ? NONE
    : `${KINDS[identifier.type] ?? identifier.type.toUpperCase()} ${identifier.value}`
}

function untilOf({ monitor, changes, issuedAt }: Coverage): string {
  if (monitor !== undefined) return `nadal (stan z ${at(issuedAt)})`
  const removal = changes.find(({ action }) => action === REMOVED)
  return removal ? at(removal.at) : `nie jest obserwowany (stan z ${at(issuedAt)})`
}

function rangeOf({ events }: Coverage): string {
  const [first, last] = [events.at(0), events.at(-1)]
  return first && last ? `${at(first.created_at)} – ${at(last.created_at)}` : NONE
}

function statementOf({ monitor, events, account, reading }: Coverage, ofMany: boolean): string {
  const asOf = reading.as_of ? at(reading.as_of) : 'nieznanej chwili'
  const who = ofMany ? 'podmioty wskazane filtrem' : 'wskazany podmiot'
  const one = monitor ? 'jest objęty' : 'był objęty'
  const many = monitor ? 'są objęte' : 'były objęte'
  const found =
    events.length === 0 ? 'nie odnotowano żadnego zdarzenia' : `odnotowano zdarzenia w liczbie: ${events.length}`
  const kept = `i że w kopii zdarzeń tego konta, uzgodnionej z usługą ostatnio ${asOf}, ${found}`
  const listed = events.length === 0 ? '' : ' Wszystkie wymieniono niżej.'
  return `Panel poświadcza, że ${who} ${ofMany ? many : one} monitoringiem konta „${account}” ${kept}.${listed}`
}

function warningOf({ reading }: Coverage): string | undefined {
  if (reading.state === 'current') return undefined
  return `Uwaga: w chwili wystawienia (${warsawDayOf(reading)}) kopia zdarzeń nie była uzgodniona z usługą do końca. Nowsze zdarzenia mogą nie być tu ujęte.`
}

const warsawDayOf = ({ as_of: asOf }: Reading): string =>
  asOf === null ? 'brak odczytu' : `ostatni odczyt ${warsawDay(new Date(asOf))}`
