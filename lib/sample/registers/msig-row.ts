import type { MsigRow } from '@/lib/contract/announcement'
import type { Day } from '@/lib/domain/calendar'

import { issueNumber } from './msig-issue'
import type { MsigNotice } from './msig-notices'

type GazettePosition = { readonly id: string; readonly day: Day; readonly position: number }
/** Null for notices about natural persons. */
type Entity = { readonly krs: string | null; readonly nip: string | null; readonly name: string }

export function makeMsigRow(
  notice: MsigNotice,
  { krs, nip, name }: Entity,
  { id, day, position }: GazettePosition,
): MsigRow {
  const issue_number = issueNumber(day)
  return {
    id,
    announcement_date: day,
    advisors: [],
    attributes: {},
    signature: notice.signature,
    number: `MSiG ${issue_number}, poz. ${position}`,
    title: notice.title,
    court: notice.court,
    court_division: notice.courtDivision,
    rodzaj_sprawy: notice.kind,
    category: notice.category,
    subcategory: notice.subcategory,
    tresc_text: `Poz. ${position}. ${notice.text}`,
    issue_number,
    position: String(position),
    krs,
    nip,
    entity_name: name,
  }
}
