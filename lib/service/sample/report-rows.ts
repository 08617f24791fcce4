import type { Day } from '@/lib/domain/calendar'

/** A trustee, supervisor or administrator of a case (interface 2.9). */
export type Advisor = {
  name: string
  name_normalized: string
  krs: string | null
  nip: string | null
  legal_form: string | null
  event_code: string
  event_label: string
  company_id: string | null
}

/** The fields that rows of KRZ and MSiG share, in the interface's order (2.9). */
type CommonFields = {
  id: string
  announcement_date: Day
  advisors: Advisor[]
  attributes: Record<string, string | number>
  signature: string | null
  number: string
  title: string
  court: string | null
  court_division: string | null
  rodzaj_sprawy: string | null
  category: string
  subcategory: string
}

/** Interface 2.9: the debtor group names a company by KRS and NIP, a consumer by PESEL and birth date. */
export type KrzRow = CommonFields & {
  debtor_kind: string
  debtor_name: string
  debtor_pesel: string | null
  debtor_nip: string | null
  debtor_krs: string | null
  debtor_legal_form: string | null
  debtor_miejscowosc: string
  debtor_country: string
  debtor_birth_date: string | null
  tresc_text: string
}

/** Decision 31. `issue_number` is `224/2026`; `position` is unique within the year. */
export type MsigRow = CommonFields & {
  tresc_text: string
  issue_number: string
  position: string
  krs: string | null
  nip: string | null
  entity_name: string
}

/** Decision 31: one changed field of one entry. */
export type KrsChangeRow = {
  id: string
  change_date: Day
  krs: string
  nip: string
  entity_name: string
  section: string
  field: string
  old_value: string | null
  new_value: string | null
  entry_number: number
}

type AnnouncementFields = {
  id: string
  day: Day
  nip: string | null
  krs: string | null
  pesel: string | null
  subject_id: string | null
  signature: string | null
  name: string
  title: string
}

/** What a monitor can match, beside the row that a report prints. */
export type SampleAnnouncement =
  | (AnnouncementFields & { source: 'krz'; row: KrzRow })
  | (AnnouncementFields & { source: 'msig'; row: MsigRow })
  | (AnnouncementFields & { source: 'krs'; row: KrsChangeRow })
