import type { FilterListName } from '@/lib/domain/filter-lists'
import { checkKrzSignature, checkMsigSignature } from '@/lib/domain/identifiers/krz-signatures'
import { keysWithin } from '@/lib/domain/name-key'
import type { AnnouncementTable } from '@/lib/storage/monitors/tables'
import { findSubjectKeys, type SubjectKeys } from '@/lib/storage/monitors/watchers'

import type { Context } from '../http/context'

/** What an announcement says of its subject. */
export type Announced = Pick<
  AnnouncementTable,
  'krs' | 'nip' | 'pesel' | 'subject_id' | 'source' | 'signature' | 'name'
>

/** Everything that a monitor or a filter can name an announcement by, kind by kind. */
export type AnnouncementKeys = Readonly<Record<FilterListName, readonly string[]>>

/**
 * Keys of each announcement, in order. An announcement often names its subject by one number only; the others come from
 * the subjects, so that whoever watches the NIP also learns of an entry that prints the KRS number.
 */
export async function toAnnouncementKeys(
  db: Context['db'],
  announcements: readonly Announced[],
): Promise<AnnouncementKeys[]> {
  const subjectOf = await findSubjects(db, announcements)
  return announcements.map((announcement) => {
    const { krs, nip, pesel, subject_id, source, signature, name } = announcement
    const subject = subjectOf(announcement)
    return {
      krs: distinct(krs, subject?.krs),
      nip: distinct(nip, subject?.nip),
      regon: distinct(subject?.regon),
      pesel: distinct(pesel, subject?.pesel),
      subject_id: distinct(subject_id, subject?.id),
      krz_signature: source === 'krz' ? distinct(spelling(checkKrzSignature, signature)) : [],
      msig_signature: source === 'msig' ? distinct(spelling(checkMsigSignature, signature)) : [],
      // Many for a long name, and often nobody asks.
      get name() {
        return keysWithin(name)
      },
    }
  })
}

const isPresent = <T>(value: T | null | undefined): value is T => value !== null && value !== undefined
const distinct = (...values: (string | null | undefined)[]): string[] => [...new Set(values.filter(isPresent))]

function spelling(check: typeof checkKrzSignature, signature: string | null): string | null {
  if (signature === null) return null
  const checked = check(signature)
  return checked.ok ? checked.value : signature
}

/** The subject by its id, else by a number, for each of the announcements. */
async function findSubjects(db: Context['db'], announcements: readonly Announced[]) {
  const subjects = new Map<string, SubjectKeys>()
  for (const [column, field] of [
    ['id', 'subject_id'],
    ['krs', 'krs'],
    ['nip', 'nip'],
    ['pesel', 'pesel'],
  ] as const) {
    const values = distinct(...announcements.map((announcement) => announcement[field]))
    for (const subject of await findSubjectKeys(db, column, values))
      subjects.set(`${field} ${subject[column]}`, subject)
  }
  return (announcement: Announced): SubjectKeys | undefined =>
    (['subject_id', 'krs', 'nip', 'pesel'] as const)
      .map((field) => subjects.get(`${field} ${announcement[field]}`))
      .find(isPresent)
}
