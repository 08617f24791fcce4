import type * as z from 'zod'

import type { reportAdvisor, reportKrsChangeRow, reportKrzRow, reportMsigRow } from '@/lib/contract/report-rows'
import type { Day } from '@/lib/domain/calendar'

export type Advisor = z.infer<typeof reportAdvisor>
export type KrzRow = z.infer<typeof reportKrzRow>
export type MsigRow = z.infer<typeof reportMsigRow>
export type KrsChangeRow = z.infer<typeof reportKrsChangeRow>

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
