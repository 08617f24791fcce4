import { addDays, type Day, warsawDay } from '@/lib/domain/calendar'
import { claimDeadline, opensClaims } from '@/lib/domain/events/claim-deadline'
import { foldLine } from '@/lib/domain/fold'
import { stripBidiControls } from '@/lib/domain/format/plain-direction'
import { maskPesels } from '@/lib/domain/identifiers/identifiers'
import { type EventFilter, listFolded, listStoredEventsBefore } from '@/lib/features/events/statements/panel-events'
import type { PanelEventTable } from '@/lib/features/events/tables'
import type { Db } from '@/lib/storage/storage'

/** One announcement about one subject, in the form that may leave the panel. */
export type AnnouncedEvent = {
  readonly row: PanelEventTable
  /** Name of a company with a KRS number; other subjects may be natural persons and are not named. */
  readonly name: string | undefined
  readonly krs: string | undefined
  /** Undefined if it may contain a person's name. */
  readonly title: string | undefined
}

/** Twice the period for lodging claims, because a calendar also shows recent dates. */
const CLAIM_SPAN_DAYS = 80
const PAGE = 1000
const MAX_READ = 50_000
const MAX_CLAIMS = 1000

/** Removes characters that calendars and XML do not allow, and personal numbers. */
export const maskedFeedText = (text: string): string =>
  maskPesels(stripBidiControls(text))
    .replaceAll(/[\p{Cc}\p{Cs}\uFFFE\uFFFF]+/gu, ' ')
    .replaceAll(']]>', ']] >')
    .trim()

/** The newest events, one per announcement and subject. */
export async function newestEvents(db: Db, narrowing: EventFilter, limit: number): Promise<AnnouncedEvent[]> {
  return toFeedEvents(
    db,
    await listStoredEventsBefore(db, { ...narrowing, isFolded: true }, { before: undefined, limit }),
  )
}

async function toFeedEvents(db: Db, rows: readonly PanelEventTable[]): Promise<AnnouncedEvent[]> {
  const [first] = rows
  if (!first) return []
  const leads = [...new Set(rows.map(({ lead_id: lead }) => lead))]
  const groups = await listFolded(db, first.account_id, leads)
  return rows.map((row) => {
    const group = groups.get(row.lead_id) ?? [row]
    const krs = group.find(({ identifier_type: type }) => type === 'krs')?.identifier_value
    const name = krs === undefined || row.subject_name === null ? undefined : maskedFeedText(row.subject_name)
    return { row, krs, name, title: titleOf(row, krs !== undefined) }
  })
}

function titleOf({ title, subject_name: name }: PanelEventTable, isCompany: boolean): string | undefined {
  if (title === null) return undefined
  const words = new Set(foldLine(title).split(/[^\p{L}\d]+/u))
  const mentionsName = foldLine(name ?? '')
    .split(/[^\p{L}\d]+/u)
    .some((word) => word.length > 2 && words.has(word))
  return isCompany || !mentionsName ? maskedFeedText(title) : undefined
}

/** The last day for claims of an announcement; `liftedAt` if a later announcement lifted the declaration. */
export type ClaimEntry = {
  readonly event: AnnouncedEvent
  readonly lastDay: Day
  readonly liftedAt: string | undefined
}

const LIFTED = /uchyleni\w* postanowienia o ogloszeniu upadlosci/

/** `isWhole`: `claims` are all claims of the period; otherwise only the newest, and the panel shows the rest. */
export type ListedClaims = { readonly claims: readonly ClaimEntry[]; readonly isWhole: boolean }

/** Announcements of the last months, newest first. */
export async function listClaimDeadlines(db: Db, narrowing: EventFilter, now: Date): Promise<ListedClaims> {
  const { sources = [] } = narrowing
  if (sources.length > 0 && !sources.includes('krz')) return { claims: [], isWhole: true }
  const { opening, lifted, isWhole } = await readOpening(db, narrowing, now)
  const claims = (await toFeedEvents(db, opening)).map((event): ClaimEntry => {
    const at = lifted.get(subjectOf(event.row))
    const liftedAt = at !== undefined && at >= event.row.created_at ? at : undefined
    return { event, lastDay: claimDeadline(event.row.day, event.row.day).lastDay, liftedAt }
  })
  return { claims, isWhole }
}

/** Announcements that open claims, and when later ones about the same subject lifted them. */
async function readOpening(db: Db, narrowing: EventFilter, now: Date) {
  const opening: PanelEventTable[] = []
  // The newest per subject, since those come first.
  const lifted = new Map<string, string>()
  let isReadToEnd = true
  for await (const row of recentOfKrz(db, narrowing, now)) {
    if (row === 'more') isReadToEnd = false
    else if (opensClaims(row)) opening.push(row)
    else if (liftsClaims(row) && !lifted.has(subjectOf(row))) lifted.set(subjectOf(row), row.created_at)
    if (opening.length > MAX_CLAIMS) break
  }
  return { opening: opening.slice(0, MAX_CLAIMS), lifted, isWhole: isReadToEnd && opening.length <= MAX_CLAIMS }
}

const liftsClaims = ({ title }: PanelEventTable): boolean => title !== null && LIFTED.test(foldLine(title))

/** Yields the events of the period, newest first, and `more` at the end if some of them were not read. */
async function* recentOfKrz(db: Db, narrowing: EventFilter, now: Date): AsyncGenerator<PanelEventTable | 'more'> {
  const since = addDays(warsawDay(now), -CLAIM_SPAN_DAYS)
  const filter = { ...narrowing, sources: ['krz'], isFolded: true }
  let before: number | undefined
  for (let readCount = 0; readCount < MAX_READ; readCount += PAGE) {
    const rows = await listStoredEventsBefore(db, filter, { before, limit: PAGE })
    const recent = rows.filter(({ day }) => day >= since)
    yield* recent
    if (recent.length < PAGE) return
    before = rows.at(-1)?.id
  }
  yield 'more'
}

const subjectOf = ({ identifier_type: type, identifier_value: value }: PanelEventTable): string => `${type} ${value}`
