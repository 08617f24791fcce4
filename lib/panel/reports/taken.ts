import type { ReportOfDay } from '@/lib/contract/panel/report-days'
import type { TakenReport } from '@/lib/storage/panel/reports/report-downloads'

/** More people are counted, not named. */
const MAX_NAMED = 20

type Taken = Pick<ReportOfDay, 'downloaded_by_me' | 'downloaded_by_team'>
type Asking = { readonly userId?: string | undefined; readonly namesPeople?: boolean | undefined }

/** Who took a report, the newest first. An address that somebody had before is theirs. */
export function takenFor(takes: readonly TakenReport[], { userId = '', namesPeople = false }: Asking): Taken {
  const people = lastOfEach(takes)
  const named = namesPeople ? [...people.values()].slice(0, MAX_NAMED) : []
  return {
    downloaded_by_me: people.get(userId)?.at ?? null,
    downloaded_by_team: { count: people.size, last_at: takes[0]?.at ?? null, people: named.map(toNamed) },
  }
}

function lastOfEach(takes: readonly TakenReport[]): ReadonlyMap<string, TakenReport> {
  const people = new Map<string, TakenReport>()
  for (const take of takes) {
    const person = take.user_id ?? take.user_email
    if (!people.has(person)) people.set(person, take)
  }
  return people
}

const toNamed = ({ user_name: name, user_email: email, at }: TakenReport) => ({ who: name ?? email, at })
