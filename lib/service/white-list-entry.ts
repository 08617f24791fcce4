import type { WhiteListKey, WhiteListResult, WhiteListSubject } from '@/lib/contract/white-list'
import { startOfDay, warsawDay } from '@/lib/domain/calendar'
import type { SubjectTable } from '@/lib/storage/tables'

import type { Context } from './context'
import { accountNumbersOf, MANY_ACCOUNTS_NIP } from './sample/white-list-accounts'
import { historyOf, representativesOf } from './sample/white-list-entry'

const STATUSES = ['Czynny', 'Zwolniony', 'Niezarejestrowany']
/** The register of associations; everybody else is in that of entrepreneurs (P). */
const ASSOCIATIONS = ['FUNDACJA', 'STOWARZYSZENIE']
/** The list is published since that day. */
const FIRST_PUBLISHED = '2019-09-01'

/** A company that is on the list: it has a NIP and a status there. */
export type Listed = SubjectTable & { readonly nip: string; readonly vat_status: string }
export const isListed = (company: SubjectTable): company is Listed =>
  company.nip !== null && company.vat_status !== null && STATUSES.includes(company.vat_status)

type Call = Pick<Context, 'now' | 'requestId'>

/** Interface 2.11: what was sent comes back as it was sent; what the list adds to it is filled in. */
export function toFound(sent: WhiteListKey, company: Listed, call: Call): WhiteListResult {
  const { krs, nip, regon } = company
  const identifiers = { krs: sent.krs ?? krs, nip: sent.nip ?? nip, regon, registry_type: registryOf(company) }
  const subject = toSubject(company)
  return {
    identifiers,
    found: true,
    id: company.id,
    name: company.name,
    subject,
    ...signed(call),
    metadata: metadataOf(subject, call.now),
  }
}

export const toMissing = (sent: WhiteListKey, call: Call): WhiteListResult => ({
  identifiers: { krs: sent.krs ?? null, nip: sent.nip ?? null, regon: null, registry_type: null },
  found: false,
  id: null,
  name: null,
  subject: null,
  ...signed(call),
  metadata: null,
})

const signed = ({ now, requestId }: Call) => ({ request_id: requestId, request_datetime: now.toISOString() })

const registryOf = ({ krs, legal_form }: Listed): string | null => {
  if (krs === null) return null
  return ASSOCIATIONS.includes(legal_form?.toLocaleUpperCase('pl') ?? '') ? 'S' : 'P'
}

function toSubject(company: Listed): WhiteListSubject {
  const { name, nip, krs, regon, vat_status, street, city } = company
  const accounts = vat_status === 'Niezarejestrowany' ? [] : accountNumbersOf(nip)
  const history = historyOf(company)
  const isRemoved = history.removal_date !== null && history.restoration_date === null
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
    account_numbers: accounts,
    has_virtual_accounts: nip === MANY_ACCOUNTS_NIP && accounts.length > 0,
    ...history,
    representatives: isRemoved ? representativesOf(nip) : [],
    authorized_clerks: [],
    partners: [],
  }
}

/** The list is made anew for every day, and an entry is first seen when it is made or when the list began. */
function metadataOf(subject: WhiteListSubject, now: Date): NonNullable<WhiteListResult['metadata']> {
  const today = warsawDay(now)
  const made = subject.registration_legal_date ?? subject.registration_denial_date ?? FIRST_PUBLISHED
  const seen = made < FIRST_PUBLISHED ? FIRST_PUBLISHED : made
  const updated = startOfDay(today).toISOString()
  return {
    first_seen: startOfDay(seen < today ? seen : today).toISOString(),
    last_updated: updated,
    source_updated_at: updated,
  }
}
