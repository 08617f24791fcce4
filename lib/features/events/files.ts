import { toXlsx } from '@/lib/client/table-file/to-xlsx'
import { warsawDay } from '@/lib/domain/calendar'
import { claimDeadline, opensClaims } from '@/lib/domain/events/claim-deadline'
import { findIdentifier } from '@/lib/domain/events/event-text'
import { MAX_FILE_ROWS } from '@/lib/domain/events/file-rows'
import { sourceName } from '@/lib/domain/events/sources'
import { lazyTable, type ValuedColumn } from '@/lib/domain/files/file-table'
import { csvHead, csvRow } from '@/lib/domain/files/table-csv'
import { defaultLocale, type Locale } from '@/lib/domain/format/locales'
import { mayName } from '@/lib/domain/identifiers/organisation'
import { recordActionOnly } from '@/lib/features/audit/audit'
import { listColleagues } from '@/lib/features/bzp/statements/readings'
import type { PanelParsed } from '@/lib/features/contract'
import { sha256 } from '@/lib/features/packs/files'
import { eachMonitor } from '@/lib/features/personal-data/watched-records'
import { readRetainedPeriod } from '@/lib/features/retention/statements/periods'
import { maskForLog } from '@/lib/http/mask-personal'
import type { PanelContext, PanelHandler } from '@/lib/panel/context'
import { wordsIn } from '@/lib/panel/words'
import { type DrawingSteps, runInSlices } from '@/lib/pdf/slices'

import type { StoredEvent } from './contract'
import { eventFilterOf, toStoredEvents } from './event-view'
import { type EventRow, renderReviewRecord } from './record-pdf'
import { refreshEventCopy } from './refresh-event-copy'
import { readSeverityChoices } from './statements/event-severities'
import { countEventsByKind, listStoredEventsBefore } from './statements/panel-events'
import { readTags } from './tag-readings'

const PATIENCE_MS = 3000

const MEDIA = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pdf: 'application/pdf',
} as const

/** The shown list as a file, whose hash is recorded in the audit log. */
export const eventsFile: PanelHandler<'events.file'> = async ({ params: { file }, query }, context) => {
  const { storage, account, now, user, request } = context
  const { locale = defaultLocale } = query
  const reading = await refreshEventCopy(context, PATIENCE_MS)
  await readTags(context, query.tag ?? [])
  const choices = await readSeverityChoices(storage.db, account.id)
  const filter = await eventFilterOf(query, context, choices)
  const counts = await countEventsByKind(storage.db, filter)
  const total = [...counts.values()].reduce((sum, events) => sum + events, 0)
  const stored = await listStoredEventsBefore(storage.db, filter, { before: undefined, limit: MAX_FILE_ROWS[file] })
  const events = await toStoredEvents(stored, context, choices)
  const monitors = file === 'pdf' ? new Map<string, MonitorWords>() : await readMonitorWords(context, events)
  const rows = events.map((event) => toRow(event, monitors))
  const made = { account: account.name, by: user.email, at: now, query, locale, total, reading, signal: request.signal }
  const bytes =
    file === 'pdf'
      ? await renderReviewRecord({ ...made, ...(await readRecordFacts(query, context)), rows })
      : await tableBytes(file, rows, locale)
  const after = { format: file, rows: rows.length, sha256: sha256(bytes) }
  await recordActionOnly(context, { action: 'events.file', after })
  const name = `${eventsFileName({ locale, day: warsawDay(now), rows: rows.length, total })}.${file}`
  const headers = {
    'content-type': MEDIA[file],
    'content-length': String(bytes.byteLength),
    'content-disposition': `attachment; filename="${name}"`,
  }
  return new Response(new Uint8Array(bytes), { headers })
}

async function readRecordFacts({ assignee }: PanelParsed<'events.file'>['query'], { storage, account }: PanelContext) {
  const colleagues = assignee === undefined ? [] : await listColleagues(storage.db, account.id)
  const member = colleagues.find(({ user_id: id }) => id === assignee)
  const { events_from: eventsFrom } = await readRetainedPeriod(storage.db, account.id)
  return { assignee: member?.name ?? member?.email, eventsFrom }
}

/** A cut list says in the name of its file how much of it is there. */
export function eventsFileName({
  locale,
  day,
  rows,
  total,
}: {
  locale: Locale
  day: string
  rows: number
  total: number
}) {
  const { words, say } = wordsIn(locale, 'papers', 'events')
  const name = `${words.file}-${day}`
  return rows < total ? `${name}-${say('filePart', { rows: String(rows), total: String(total) })}` : name
}

type MonitorWords = { readonly label: string | null; readonly tags: readonly string[] }

/** The labels and tags that the monitors of the events have now. The label of a watched person may name the person. */
async function readMonitorWords(
  { callService, request }: PanelContext,
  events: readonly StoredEvent[],
): Promise<ReadonlyMap<string, MonitorWords>> {
  const wanted = new Set(events.flatMap((event) => [event, ...event.also]).map(({ monitor_id: id }) => id))
  const found = new Map<string, MonitorWords>()
  if (wanted.size === 0) return found
  for await (const { id, label, identifier_type: type, tags } of eachMonitor(callService, { signal: request.signal })) {
    if (!wanted.delete(id)) continue
    found.set(id, {
      label: type === 'pesel' ? null : masked(label),
      tags: (tags ?? []).map((tag) => String(maskForLog(tag))),
    })
    if (wanted.size === 0) break
  }
  return found
}

/** Without personal numbers, and without the names of subjects that are watched by one. */
function toRow(
  { also, is_unread: _unread, ...event }: StoredEvent,
  monitors: ReadonlyMap<string, MonitorWords>,
): EventRow {
  const known = [event, ...also].flatMap(({ monitor_id: id }) => monitors.get(id) ?? [])
  const { identifier_type: type, subject_name: name, day } = event
  const identifier = findIdentifier(event)
  // The register may name a person in the title.
  const isNamed = type === 'pesel' && mayName(event.title ?? '', name ?? '')
  return {
    ...event,
    title: isNamed ? null : masked(event.title),
    name: type === 'pesel' ? null : masked(name),
    number: identifier === undefined ? null : identifier.value,
    labels: [...new Set(known.flatMap(({ label }) => label ?? []))],
    tags: [...new Set(known.flatMap(({ tags }) => tags))],
    claimsUntil: opensClaims(event) ? claimDeadline(day, day).lastDay : null,
  }
}

const masked = (text: string | null | undefined): string | null => (text ? String(maskForLog(text)) : null)

function columnsIn(locale: Locale): readonly ValuedColumn<EventRow>[] {
  const { kinds, severities } = {
    kinds: wordsIn(locale, 'event-kinds', 'kinds').words,
    severities: wordsIn(locale, 'event-kinds', 'severities').words,
  }
  return [
    { name: 'czas', kind: 'moment', width: 20, value: ({ created_at }) => created_at },
    { name: 'waznosc', kind: 'text', width: 16, value: ({ severity }) => severities[severity] },
    { name: 'rodzaj', kind: 'text', width: 26, value: ({ kind }) => kinds[kind] },
    { name: 'nazwa', kind: 'text', width: 44, value: ({ name }) => name },
    { name: 'rodzaj_numeru', kind: 'text', width: 12, value: ({ identifier_type }) => identifier_type },
    { name: 'numer', kind: 'text', width: 16, value: ({ number }) => number },
    { name: 'zrodlo', kind: 'text', width: 16, value: ({ source }) => sourceName(source, locale) },
    { name: 'tytul', kind: 'text', width: 60, value: ({ title }) => title },
    { name: 'monitor', kind: 'text', width: 38, value: ({ monitor_id }) => monitor_id },
    { name: 'etykieta', kind: 'text', width: 28, value: ({ labels }) => labels.join(', ') },
    { name: 'tagi', kind: 'text', width: 28, value: ({ tags }) => tags.join(', ') },
    { name: 'zgloszenie_wierzytelnosci_do', kind: 'day', width: 14, value: ({ claimsUntil }) => claimsUntil },
    { name: 'sprawdzono', kind: 'moment', width: 20, value: ({ review }) => review?.reviewed?.at },
    { name: 'sprawdzil', kind: 'text', width: 28, value: ({ review }) => review?.reviewed?.by },
    { name: 'przypisane_do', kind: 'text', width: 28, value: ({ review }) => review?.assignee?.email },
    { name: 'notatka', kind: 'text', width: 60, value: ({ review }) => masked(review?.note) },
  ]
}

async function tableBytes(file: 'csv' | 'xlsx', rows: readonly EventRow[], locale: Locale): Promise<Uint8Array> {
  const table = lazyTable('zdarzenia', columnsIn(locale), rows)
  if (file === 'xlsx') return toXlsx([table])
  const lines = [csvHead(table.columns)]
  await runInSlices(
    (function* (): DrawingSteps {
      for (const row of table.rows) {
        lines.push(csvRow(table.columns, row))
        yield
      }
    })(),
  )
  return new TextEncoder().encode(lines.join(''))
}
