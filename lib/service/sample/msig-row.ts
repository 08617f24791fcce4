import type { Day } from '@/lib/domain/calendar'
import { issueNumber, positionOf } from '@/lib/service/sample/msig-issue'
import { makeMsigNotice } from '@/lib/service/sample/msig-notices'
import type { MsigRow } from '@/lib/service/sample/report-rows'
import { rng } from '@/lib/service/sample/rng'
import { uuidFrom } from '@/lib/service/sample/stable-uuid'

/** A position of the court gazette on a Warsaw day. `seed` is its number within the day, from 0. */
export function makeMsigRow(seed: number, day: Day): MsigRow {
  const notice = makeMsigNotice(rng(`msig|${day}|${seed}`), day)
  const issue_number = issueNumber(day)
  const position = positionOf(day, seed)
  return {
    id: uuidFrom('msig', day, seed),
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
    position,
    krs: notice.subject?.krs ?? null,
    nip: notice.subject?.nip ?? null,
    entity_name: notice.entityName,
  }
}
