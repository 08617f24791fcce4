import type * as z from 'zod'

import type { Day } from '@/lib/domain/calendar'
import type { EventSource } from '@/lib/domain/events/sources'
import type { PagedList, registerRows } from '@/lib/domain/registers/register-rows'

import type { BzpNotice } from './bzp'
import type { ResponseOf } from './operation'
import type { registerOperations } from './registers'
import type { reportAdvisor, reportKrsChangeRow, reportKrzRow, reportMsigRow } from './report-rows'

export type Advisor = z.infer<typeof reportAdvisor>
export type KrzRow = z.infer<typeof reportKrzRow>
export type MsigRow = z.infer<typeof reportMsigRow>
export type KrsChangeRow = z.infer<typeof reportKrsChangeRow>

/** A beneficial owner as CRBR lists one: the name, and the kind of right. */
export type NamedOwner = { name: string; detail: string }
type ChangedCompany = { id: string; changed_on: Day; krs: string; nip: string | null; entity_name: string }
/** One report to CRBR: owners that were removed, and owners that were added. */
export type CrbrChangeRow = ChangedCompany & { former: NamedOwner[]; present: NamedOwner[] }
/** One changed field of an entry of the VAT white list. */
export type WhiteListChangeRow = ChangedCompany & { field: string; old_value: string | null; new_value: string | null }

export type AnnouncementFields = {
  /** The id of the register's own entry if there is one; the event carries it. */
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

type ListRow<L extends PagedList> = ResponseOf<
  (typeof registerOperations)[(typeof registerRows)[L]['operation']]
>['items'][number]
/** A register with a list announces an entry with the row that the list shows. */
type RowOf = { [L in PagedList & EventSource]: ListRow<L> } & {
  krz: KrzRow
  msig: MsigRow
  krs: KrsChangeRow
  crbr: CrbrChangeRow
  bzp: BzpNotice
  wpv: WhiteListChangeRow
}

/**
 * A publication of a register, by its source (decision 32, sources of events): its subject, and the row that is
 * printed.
 */
export type Announcement = {
  [Source in EventSource]: AnnouncementFields & { source: Source; row: RowOf[Source] }
}[EventSource]
export type AnnouncementOf<Source extends Announcement['source']> = Extract<Announcement, { source: Source }>
