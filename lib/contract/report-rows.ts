import * as z from 'zod'

import { count, day } from './values'

const text = z.string()
const maybe = text.nullable()

/** A trustee, supervisor or administrator of a case (interface section 2.9, report rows). */
export const reportAdvisor = z.object({
  name: text,
  name_normalized: text,
  krs: maybe,
  nip: maybe,
  legal_form: maybe,
  event_code: text,
  event_label: text,
  company_id: z.guid().nullable(),
})

/** Common fields of KRZ and MSiG rows, in the order of interface section 2.9 (report rows). */
const common = {
  id: z.guid(),
  announcement_date: day,
  advisors: z.array(reportAdvisor),
  attributes: z.record(z.string(), z.unknown()),
  signature: maybe,
  number: text,
  title: text,
  court: maybe,
  court_division: maybe,
  rodzaj_sprawy: maybe,
  category: text,
  subcategory: text,
}

/**
 * Interface section 2.9 (report rows): the debtor group names a company by KRS and NIP, a consumer by PESEL and birth
 * date.
 */
export const reportKrzRow = z.object({
  ...common,
  debtor_kind: text,
  debtor_name: text,
  debtor_pesel: maybe,
  debtor_nip: maybe,
  debtor_krs: maybe,
  debtor_legal_form: maybe,
  debtor_miejscowosc: text,
  debtor_country: text,
  debtor_birth_date: day.nullable(),
  tresc_text: text,
})

/** Decision 31 (rows of MSiG and KRS). `issue_number` is `224/2026`; `position` is unique within the year. */
export const reportMsigRow = z.object({
  ...common,
  tresc_text: text,
  issue_number: text,
  position: text,
  krs: maybe,
  nip: maybe,
  entity_name: text,
})

/** Decision 31 (rows of MSiG and KRS): one changed field of one entry. */
export const reportKrsChangeRow = z.object({
  id: z.guid(),
  change_date: day,
  krs: text,
  nip: text,
  entity_name: text,
  section: text,
  field: text,
  old_value: maybe,
  new_value: maybe,
  entry_number: count,
})

/** A whole report: all rows have the same kind. */
export const reportRows = z.union([z.array(reportKrzRow), z.array(reportMsigRow), z.array(reportKrsChangeRow)])

/** Decision 12 (custom reports). */
export const reportStatuses = ['queued', 'running', 'ready', 'expired', 'failed'] as const
