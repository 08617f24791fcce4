import { addDays } from '@/lib/domain/calendar'
import { uuidFrom } from '@/lib/sample/stable-uuid'
import { insertAnnouncements } from '@/lib/service/monitors/statements/announcements'
import type { AnnouncementTable } from '@/lib/service/monitors/tables'
import type { Storage } from '@/lib/storage/storage'

const FIRST_DAY = '2026-09-01'
const PER_DAY = 40

/** An announcement about no known subject; forty per day from 1 September 2026 on. `overrides` replaces fields. */
export function announcementOf(
  source: AnnouncementTable['source'],
  index: number,
  overrides: Partial<AnnouncementTable> = {},
): AnnouncementTable {
  const id = uuidFrom('test', source, index)
  const day = overrides.day ?? addDays(FIRST_DAY, Math.floor(index / PER_DAY))
  return {
    id,
    source,
    day,
    published_at: `${day}T08:00:00.000Z`,
    nip: null,
    krs: null,
    pesel: null,
    subject_id: null,
    signature: null,
    name: `Nikt ${index}`,
    title: 'Obwieszczenie próbne',
    row: JSON.stringify({ id, number: index, tresc_text: 'Wiersz pierwszy\nwiersz drugi: zażółć' }),
    ...overrides,
  }
}

export async function publishMany(
  storage: Storage,
  source: AnnouncementTable['source'],
  count: number,
): Promise<AnnouncementTable[]> {
  const rows = Array.from({ length: count }, (_, index) => announcementOf(source, index))
  await insertAnnouncements(storage.db, rows)
  return rows
}
