import { toXlsx } from '@/lib/client/table-file/to-xlsx'
import { warsawDay } from '@/lib/domain/calendar'
import { claimDeadline, opensClaims } from '@/lib/domain/events/claim-deadline'
import { findIdentifier } from '@/lib/domain/events/event-text'
import { sourceName } from '@/lib/domain/events/sources'
import { lazyTable, type ValuedColumn } from '@/lib/domain/files/file-table'
import { csvHead, csvRow } from '@/lib/domain/files/table-csv'
import { defaultLocale, type Locale } from '@/lib/domain/format/locales'
import { recordActionOnly } from '@/lib/features/audit/audit'
import { sha256 } from '@/lib/features/packs/files'
import { maskForLog } from '@/lib/http/mask-personal'
import type { PanelHandler } from '@/lib/panel/context'
import { wordsIn } from '@/lib/panel/words'
import { type DrawingSteps, runInSlices } from '@/lib/pdf/slices'

import type { StoredEvent } from './contract'
import { eventFilterOf, toStoredEvents } from './event-view'
import { type EventRow, renderReviewRecord } from './record-pdf'
import { refreshEventCopy } from './refresh-event-copy'
import { readSeverityChoices } from './statements/event-severities'
import { countEventsByKind, listStoredEventsBefore } from './statements/panel-events'
import { readTags } from './tag-readings'

/** Longer lists are cut, and the record says so: a table that is read by people, and a PDF that is printed. */
const MAX_ROWS = { csv: 50_000, xlsx: 50_000, pdf: 5000 } as const
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
  await refreshEventCopy(context, PATIENCE_MS)
  await readTags(context, query.tag ?? [])
  const choices = await readSeverityChoices(storage.db, account.id)
  const filter = eventFilterOf(query, context, choices)
  const counts = await countEventsByKind(storage.db, filter)
  const total = [...counts.values()].reduce((sum, events) => sum + events, 0)
  const stored = await listStoredEventsBefore(storage.db, filter, { before: undefined, limit: MAX_ROWS[file] })
  const rows = (await toStoredEvents(stored, context, choices)).map(toRow)
  const made = { account: account.name, by: user.email, at: now, query, locale, total, signal: request.signal }
  const bytes = file === 'pdf' ? await renderReviewRecord({ ...made, rows }) : await tableBytes(file, rows, locale)
  const after = { format: file, rows: rows.length, sha256: sha256(bytes) }
  await recordActionOnly(context, { action: 'events.file', after })
  const name = `${wordsIn(locale, 'papers', 'events').words.file}-${warsawDay(now)}.${file}`
  const headers = {
    'content-type': MEDIA[file],
    'content-length': String(bytes.byteLength),
    'content-disposition': `attachment; filename="${name}"`,
  }
  return new Response(new Uint8Array(bytes), { headers })
}

/** Without personal numbers, and without the names of subjects that are watched by one. */
function toRow({ also: _also, is_unread: _unread, ...event }: StoredEvent): EventRow {
  const { identifier_type: type, subject_name: name, day } = event
  const identifier = findIdentifier(event)
  return {
    ...event,
    title: masked(event.title),
    name: type === 'pesel' ? null : masked(name),
    number: identifier === undefined ? null : identifier.value,
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
