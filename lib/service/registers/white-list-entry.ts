import type { WhiteListKey, WhiteListResult, WhiteListSubject } from '@/lib/contract/white-list'
import { startOfDay, warsawDay } from '@/lib/domain/calendar'
import type { SubjectTable } from '@/lib/service/registers/tables'

import type { Context } from '../http/context'

const STATUSES = ['Czynny', 'Zwolniony', 'Niezarejestrowany']
/** Legal forms of the register of associations; all others are in the register of entrepreneurs (P). */
const ASSOCIATIONS = ['FUNDACJA', 'STOWARZYSZENIE']
/** First day for which the white list was published. */
const FIRST_PUBLISHED = '2019-09-01'

export type WhiteListEntry = Omit<
  WhiteListSubject,
  'name' | 'nip' | 'status_vat' | 'krs' | 'regon' | 'pesel' | 'working_address' | 'residence_address'
>

/** Days and legal bases of registration, refusal, removal and restoration; null where it did not happen. */
export type WhiteListHistory = Omit<
  WhiteListEntry,
  'account_numbers' | 'has_virtual_accounts' | 'representatives' | 'authorized_clerks' | 'partners'
>
export const NO_WHITE_LIST_HISTORY: WhiteListHistory = {
  registration_legal_date: null,
  registration_denial_date: null,
  restoration_date: null,
  removal_date: null,
  registration_denial_basis: null,
  restoration_basis: null,
  removal_basis: null,
}
export const NO_WHITE_LIST_ENTRY: WhiteListEntry = {
  account_numbers: [],
  has_virtual_accounts: false,
  ...NO_WHITE_LIST_HISTORY,
  representatives: [],
  authorized_clerks: [],
  partners: [],
}

/** A company on the list: it has a NIP and a status. */
export type ListedCompany = SubjectTable & { readonly nip: string; readonly vat_status: string }
export const isListed = (company: SubjectTable): company is ListedCompany =>
  company.nip !== null && company.vat_status !== null && STATUSES.includes(company.vat_status)

type Call = Pick<Context, 'now' | 'requestId'>

/** Interface section 2.11 (white list): the identifiers are returned as sent, completed with those of the list. */
export function toFound(
  sent: WhiteListKey,
  { company, entry }: { company: ListedCompany; entry: WhiteListEntry | undefined },
  call: Call,
): WhiteListResult {
  const { krs, nip, regon } = company
  const identifiers = { krs: sent.krs ?? krs, nip: sent.nip ?? nip, regon, registry_type: registryOf(company) }
  const subject = toSubject(company, entry ?? NO_WHITE_LIST_ENTRY)
  return {
    identifiers,
    found: true,
    id: company.id,
    name: company.name,
    subject,
    ...requestFields(call),
    metadata: metadataOf(subject, call.now),
  }
}

export const toMissing = (sent: WhiteListKey, call: Call): WhiteListResult => ({
  identifiers: { krs: sent.krs ?? null, nip: sent.nip ?? null, regon: null, registry_type: null },
  found: false,
  id: null,
  name: null,
  subject: null,
  ...requestFields(call),
  metadata: null,
})

const requestFields = ({ now, requestId }: Call) => ({ request_id: requestId, request_datetime: now.toISOString() })

const registryOf = ({ krs, legal_form }: ListedCompany): string | null => {
  if (krs === null) return null
  return ASSOCIATIONS.includes(legal_form?.toLocaleUpperCase('pl') ?? '') ? 'S' : 'P'
}

function toSubject(company: ListedCompany, entry: WhiteListEntry): WhiteListSubject {
  const { name, nip, krs, regon, vat_status, street, city } = company
  const address = [street, city].filter((part) => part !== null).join(', ')
  return {
    name,
    nip,
    status_vat: vat_status,
    krs,
    regon,
    pesel: null,
    working_address: address === '' ? null : address.toLocaleUpperCase('pl'),
    residence_address: null,
    ...entry,
  }
}

/** The list is regenerated daily; an entry is first seen on its creation or on the first day of the list. */
function metadataOf(subject: WhiteListSubject, now: Date): NonNullable<WhiteListResult['metadata']> {
  const today = warsawDay(now)
  const decidedOn = subject.registration_legal_date ?? subject.registration_denial_date ?? FIRST_PUBLISHED
  const firstSeen = decidedOn < FIRST_PUBLISHED ? FIRST_PUBLISHED : decidedOn
  const updated = startOfDay(today).toISOString()
  return {
    first_seen: startOfDay(firstSeen < today ? firstSeen : today).toISOString(),
    last_updated: updated,
    source_updated_at: updated,
  }
}
