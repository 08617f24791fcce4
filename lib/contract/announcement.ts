import type * as z from 'zod'

import type { Day } from '@/lib/domain/calendar'
import type { EventSource } from '@/lib/domain/events/sources'

import type { BzpNotice } from './bzp'
import type { KnfWarning, SudopCase, UokikDecision } from './registers'
import type { reportAdvisor, reportKrsChangeRow, reportKrzRow, reportMsigRow } from './report-rows'

export type Advisor = z.infer<typeof reportAdvisor>
export type KrzRow = z.infer<typeof reportKrzRow>
export type MsigRow = z.infer<typeof reportMsigRow>
export type KrsChangeRow = z.infer<typeof reportKrsChangeRow>

/** A beneficial owner as CRBR names one: who, and by what right. */
export type NamedOwner = { name: string; detail: string }
type OfCompany = { id: string; changed_on: Day; krs: string; nip: string | null; entity_name: string }
/** One report to CRBR: who is no owner any more, and who is one from now on. */
export type CrbrChangeRow = OfCompany & { former: NamedOwner[]; present: NamedOwner[] }
/** One changed field of an entry of the VAT white list. */
export type WhiteListChangeRow = OfCompany & { field: string; old_value: string | null; new_value: string | null }

export type AnnouncementFields = {
  /** Of the register's own entry where it has one: the event carries it. */
  id: string
  /** Warsaw day of the announcement. */
  day: Day
  nip: string | null
  krs: string | null
  pesel: string | null
  subject_id: string | null
  signature: string | null
  name: string
  title: string
}

type RowOf = {
  krz: KrzRow
  msig: MsigRow
  krs: KrsChangeRow
  crbr: CrbrChangeRow
  bzp: BzpNotice
  knf: KnfWarning
  uokik: UokikDecision
  sudop: SudopCase
  wpv: WhiteListChangeRow
}

/** What a register makes known, by its source (decision 32): whom it concerns, and the row that it prints. */
export type Announcement = {
  [Source in EventSource]: AnnouncementFields & { source: Source; row: RowOf[Source] }
}[EventSource]
export type AnnouncementOf<Source extends Announcement['source']> = Extract<Announcement, { source: Source }>
