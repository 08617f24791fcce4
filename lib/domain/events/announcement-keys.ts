import type { FilterListName } from '../filter-lists'
import { checkKrzSignature, checkMsigSignature } from '../identifiers/krz-signatures'
import { keysWithin } from '../name-key'
import type { EventSource } from './sources'

type Maybe = string | null

export type IdentifyingFields = {
  readonly krs: Maybe
  readonly nip: Maybe
  readonly pesel: Maybe
  readonly subject_id: Maybe
  readonly source: EventSource
  readonly signature: Maybe
  readonly name: string
}

export type SubjectNumbers = {
  readonly id: string
  readonly krs: Maybe
  readonly nip: Maybe
  readonly regon: Maybe
  readonly pesel: Maybe
}

/** Everything by which a monitor or a filter can match an announcement, by list. */
export type AnnouncementKeys = Readonly<Record<FilterListName, readonly string[]>>

/**
 * Keys of an announcement. It often names its subject by one number only; the others come from the subject, so that a
 * monitor of the NIP also matches an entry that prints the KRS number.
 */
export function announcementKeys(
  { krs, nip, pesel, subject_id, source, signature, name }: IdentifyingFields,
  subject: SubjectNumbers | undefined,
): AnnouncementKeys {
  return {
    krs: distinct(krs, subject?.krs),
    nip: distinct(nip, subject?.nip),
    regon: distinct(subject?.regon),
    pesel: distinct(pesel, subject?.pesel),
    subject_id: distinct(subject_id, subject?.id),
    krz_signature: source === 'krz' ? distinct(normalized(checkKrzSignature, signature)) : [],
    msig_signature: source === 'msig' ? distinct(normalized(checkMsigSignature, signature)) : [],
    // Computed on demand: a long name has many keys, and they are often unused.
    get name() {
      return keysWithin(name)
    },
  }
}

const distinct = (...values: (string | null | undefined)[]): string[] => [
  ...new Set(values.filter((value) => value !== null && value !== undefined)),
]

function normalized(check: typeof checkKrzSignature, signature: string | null): string | null {
  if (signature === null) return null
  const checked = check(signature)
  return checked.ok ? checked.value : signature
}
