import type { BzpFilter } from '@/lib/contract/bzp'
import { isApiError } from '@/lib/domain/api-error'
import { warsawDay, warsawMonth } from '@/lib/domain/calendar'

import { filterOf } from './prepare-tender'
import {
  storeNewMatches,
  type ReadingProgress,
  type RemoteReader,
  refusedOrThrow,
  type WatchedAlert,
} from './remote-matches'
import { type RemoteNotice, toFoundNotice } from './remote-notice'
import { findWatch, reserveUnits, returnUnits } from './statements/watches'

/** Notices per call; each costs one unit. */
const PAGE = 100
/** Pages per run, more than an alert may find in a day; the next run continues by date. */
const PAGES_PER_RUN = 25
/** The list starts with the notices that the preview already showed. */
const PREVIEW_OVERLAP = 6

type Gap = ReadingProgress & { readonly cursor: string | undefined }

/**
 * Reads notices that the preview did not show from the list, newest first, as far as the budget allows. The rest stays
 * a gap between two instants, which is read once the budget allows it.
 */
export async function readGap(reader: RemoteReader, watched: WatchedAlert, now: Date): Promise<ReadingProgress> {
  const { complete_until, gap_until, missing } = watched.alert
  let gap: Gap = { complete_until, gap_until, missing, problem: null, cursor: undefined }
  for (let page = 0; page < PAGES_PER_RUN && gap.missing > 0 && gap.problem === null; page += 1) {
    const answer = await readPage(reader, { watched, now, gap })
    if (answer === 'over_budget') break
    gap =
      answer === 'refused' ? { ...gap, problem: 'refused' } : await gapAfterPage(answer, gap, { reader, watched, now })
  }
  const { cursor: _cursor, ...progress } = gap
  return progress
}

type GapContext = { readonly reader: RemoteReader; readonly watched: WatchedAlert; readonly now: Date }

/** Returns the gap that is left after a page. */
async function gapAfterPage(answer: NoticePage, gap: Gap, { reader, watched, now }: GapContext): Promise<Gap> {
  const stored = await storeNewMatches(reader, watched, answer.items.map(toFoundNotice))
  if (!stored.isHonest) return { ...gap, problem: 'filter_ignored' }
  const last = publishedAt(answer.items.at(-1))
  const cursor = answer.next_cursor ?? undefined
  const isEnd = cursor === undefined || answer.items.length === 0
  if (isEnd || (last !== undefined && last < beginOf(watched))) {
    return { complete_until: now.toISOString(), gap_until: null, missing: 0, problem: null, cursor: undefined }
  }
  return { ...gap, missing: Math.max(1, gap.missing - stored.count), gap_until: last ?? gap.gap_until, cursor }
}

const beginOf = ({ alert }: WatchedAlert): string => alert.complete_until ?? alert.created_at

function publishedAt(notice: RemoteNotice | undefined): string | undefined {
  const ms = Date.parse(notice?.published_at ?? '')
  return Number.isNaN(ms) ? undefined : new Date(ms).toISOString()
}

type PageInput = { readonly watched: WatchedAlert; readonly now: Date; readonly gap: Gap }

type NoticePage = {
  readonly items: readonly RemoteNotice[]
  readonly next_cursor?: string | null | undefined
}

async function readPage(reader: RemoteReader, page: PageInput): Promise<NoticePage | 'over_budget' | 'refused'> {
  const { storage, callService, accountId } = reader
  const { db } = storage
  const units = await affordableUnits(reader, page)
  const spending = { accountId, month: warsawMonth(page.now), units }
  if (units === 0 || !(await reserveUnits(db, spending))) return 'over_budget'
  try {
    const answer = await callService('bzp.list', { query: queryOf(page, units) })
    await returnUnits(db, { ...spending, units: Math.max(0, units - answer.items.length) })
    return answer
  } catch (error) {
    // A rejected call was not charged; for a lost answer it is unknown, so its units stay reserved.
    if (isApiError(error) && error.kind === 'status' && error.status < 500) await returnUnits(db, spending)
    return refusedOrThrow(error)
  }
}

async function affordableUnits({ storage, accountId }: RemoteReader, { gap, now }: PageInput): Promise<number> {
  const neededUnits = Math.min(PAGE, gap.missing + PREVIEW_OVERLAP)
  const watch = await findWatch(storage.db, accountId)
  if (!watch || watch.month !== warsawMonth(now)) return 0
  return Math.max(0, Math.min(neededUnits, watch.budget_units - watch.used_units))
}

function queryOf({ watched, gap }: PageInput, limit: number) {
  const day = (instant: string) => warsawDay(new Date(instant))
  const { gap_until: gapUntil } = watched.alert
  return {
    ...nonEmptyFields(filterOf(watched.alert)),
    date_from: day(beginOf(watched)),
    // Uses the value from the start of the run, because a cursor is only valid for the same query.
    ...(gapUntil !== null && { date_to: day(gapUntil) }),
    limit,
    ...(gap.cursor !== undefined && { cursor: gap.cursor }),
  }
}

/** Omits empty fields, because a service may not know them. */
const nonEmptyFields = (filter: BzpFilter): Partial<{ [K in keyof BzpFilter]: NonNullable<BzpFilter[K]> }> =>
  Object.fromEntries(
    Object.entries(filter).filter(([, value]) => (Array.isArray(value) ? value.length > 0 : value !== null)),
  )
