import { randomUUID } from 'node:crypto'

import type { Monitor } from '@/lib/contract/monitors'
import { formSpellings } from '@/lib/domain/companies/form-spellings'
import { foldText } from '@/lib/domain/fold'
import { checkIdentifier, type IdentifierType, maskPesels } from '@/lib/domain/identifiers/identifiers'
import type { MonitorSelection } from '@/lib/service/monitors/statements/monitors'
import type { MonitorRecordTable } from '@/lib/service/monitors/tables'

type SearchableMonitor = Pick<MonitorRecordTable, 'identifier_type' | 'identifier_value' | 'label' | 'subject_name'>

/**
 * The text that `q` searches: texts as displayed, with personal numbers masked and without a watched PESEL. A search
 * for parts of a PESEL would let a user who sees it masked guess it digit by digit, so only the whole number finds it.
 */
export function toMonitorSearchText({
  identifier_type,
  identifier_value,
  label,
  subject_name,
}: SearchableMonitor): string {
  const number = identifier_type === 'pesel' ? null : identifier_value
  const shown = [subject_name, label, number].flatMap((text) => (text === null ? [] : [maskPesels(text)]))
  return foldText(shown.join(' \n '))
}

/** Undefined if `q` is empty. Numbers may have separators: `521-301-72-28`, `PL 521…`. */
export function toSearch(q: string): MonitorSelection | undefined {
  const texts = formSpellings(q)
  const [text] = texts
  if (text === undefined) return undefined
  const digits = /^(?:pl)?[\d\s-]+$/.test(text) ? text.replaceAll(/\D/g, '') : (findNip(q) ?? '')
  const pesel = checkIdentifier('pesel', q)
  return {
    texts,
    digits: digits === '' || digits === text ? undefined : digits,
    pesel: pesel.ok ? pesel.value : undefined,
  }
}

function findNip(q: string): string | undefined {
  const checked = checkIdentifier('nip', q)
  return checked.ok ? checked.value : undefined
}

export type NewMonitor = {
  accountId: string
  position: number
  identifier: { type: IdentifierType; value: string } | null
  filterId: string | null
  label: string | null
  subjectName: string | null
  createdAt: string
}

export function toMonitorRow(monitor: NewMonitor): MonitorRecordTable {
  const texts: SearchableMonitor = {
    identifier_type: monitor.identifier?.type ?? null,
    identifier_value: monitor.identifier?.value ?? null,
    label: monitor.label,
    subject_name: monitor.subjectName,
  }
  return {
    id: randomUUID(),
    account_id: monitor.accountId,
    position: monitor.position,
    ...texts,
    filter_id: monitor.filterId,
    search_text: toMonitorSearchText(texts),
    created_at: monitor.createdAt,
    last_event_at: null,
    last_event_source: null,
  }
}

/** Decision 2 (the stored monitor). `tags` are sorted. */
export function toMonitor(row: MonitorRecordTable, tags: readonly string[]): Monitor {
  const { id, identifier_type, identifier_value, label, filter_id, subject_name } = row
  return {
    id,
    identifier_type,
    identifier_value,
    label,
    tags: [...tags],
    filter_id,
    subject_name,
    created_at: row.created_at,
    last_event_at: row.last_event_at,
    last_event_source: row.last_event_source,
  }
}
