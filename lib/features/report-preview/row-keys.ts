import { type IdentifyingFields, type AnnouncementKeys, announcementKeys } from '@/lib/domain/events/announcement-keys'
import type { EventSource } from '@/lib/domain/events/sources'
import type { PanelContext } from '@/lib/panel/context'
import { findAnnouncedSubjects } from '@/lib/service/monitors/statements/announcements'

type Fields = Readonly<Record<string, unknown>>

const textOf = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : null

/** Recognises the source by fields that only its rows have (interface section 2.9, report rows; decision 31). */
function sourceOf(fields: Fields): EventSource {
  if ('debtor_name' in fields || 'debtor_kind' in fields) return 'krz'
  return 'issue_number' in fields || 'position' in fields ? 'msig' : 'krs'
}

function toAnnounced(fields: Fields): IdentifyingFields {
  const either = (primary: string, other: string) => textOf(fields[primary]) ?? textOf(fields[other])
  return {
    krs: either('debtor_krs', 'krs'),
    nip: either('debtor_nip', 'nip'),
    pesel: either('debtor_pesel', 'pesel'),
    subject_id: textOf(fields['subject_id']),
    source: sourceOf(fields),
    signature: textOf(fields['signature']),
    name: either('debtor_name', 'entity_name') ?? '',
  }
}

/**
 * Keys of rows as used for events. An embedded service also knows the subject's other numbers; for a remote one only
 * the row's own values are known.
 */
export async function keysOfRows(
  rows: readonly Fields[],
  { isEmbedded, storage }: Pick<PanelContext, 'isEmbedded' | 'storage'>,
): Promise<AnnouncementKeys[]> {
  const announced = rows.map(toAnnounced)
  const subjectOf = isEmbedded ? await findAnnouncedSubjects(storage.db, announced) : () => undefined
  return announced.map((each) => announcementKeys(each, subjectOf(each)))
}
