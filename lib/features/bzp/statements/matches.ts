import { type ExpressionBuilder, sql, type SqlBool } from 'kysely'

import { foldLine } from '@/lib/domain/fold'
import type { AccountTx } from '@/lib/storage/engine/account-lock'
import { putRow } from '@/lib/storage/engine/insert-new'
import { contains } from '@/lib/storage/engine/like'
import { ofAccount } from '@/lib/storage/engine/of-account'
import { TEAM_OWNER } from '@/lib/storage/owned'
import type { OwnedRowsViewer } from '@/lib/storage/owned'
import type { Db } from '@/lib/storage/storage'
import type { Database } from '@/lib/storage/tables'

import type { MatchState } from '../contract/alerts'
import type { BzpMatchTable } from '../tables'

const visibleMatches = (db: Db, { accountId, userId }: OwnedRowsViewer) =>
  db
    .selectFrom('rules')
    // Joined before the matches, so that SQLite reads only the matches above the seen number of each alert.
    .leftJoin('bzp_looks', (join) =>
      join.onRef('bzp_looks.alert_id', '=', 'rules.id').on('bzp_looks.user_id', '=', userId),
    )
    .innerJoin('bzp_matches', 'bzp_matches.alert_id', 'rules.id')
    .leftJoin('bzp_match_reads', (join) =>
      join
        .onRef('bzp_match_reads.alert_id', '=', 'bzp_matches.alert_id')
        .onRef('bzp_match_reads.tender_id', '=', 'bzp_matches.tender_id')
        .on('bzp_match_reads.user_id', '=', userId),
    )
    .where('rules.account_id', '=', accountId)
    .where('rules.owner', 'in', [userId, TEAM_OWNER])

type JoinedTables = Pick<Database, 'bzp_matches' | 'bzp_looks' | 'bzp_match_reads'>
type Builder = ExpressionBuilder<JoinedTables, keyof JoinedTables>

const isRead = sql<SqlBool>`(bzp_match_reads.number is not null and bzp_match_reads.number >= bzp_matches.number)`

/** Found since the user last viewed the list and since they became a member; neither opened nor dismissed. */
const isNew = ({ accountId, userId }: OwnedRowsViewer) => sql<SqlBool>`(
  bzp_matches.number > coalesce(bzp_looks.up_to, 0)
  and bzp_matches.dismissed_at is null
  and (bzp_match_reads.number is null or bzp_match_reads.number < bzp_matches.number)
  and bzp_matches.found_at >= coalesce((
    select members.created_at from members
    where members.account_id = ${accountId} and members.user_id = ${userId}
  ), '')
)`
const asNumber = (condition: ReturnType<typeof isNew>) => sql<number>`case when ${condition} then 1 else 0 end`

/** The navigation shows no exact number above this. */
export const MAX_UNSEEN = 1000

/**
 * Counts procedures that are new to a user, looking at up to `MAX_UNSEEN` matches; `is_least`: there are more matches.
 */
export async function countUnseenTenders(
  db: Db,
  viewer: OwnedRowsViewer,
): Promise<{ unseen: number; is_least: boolean }> {
  const limited = visibleMatches(db, viewer)
    .select('bzp_matches.tender_id')
    .where(isNew(viewer))
    .limit(MAX_UNSEEN + 1)
  const { tenders, matches } = await db
    .selectFrom(limited.as('unseen'))
    .select((e) => [e.fn.count<number>('tender_id').distinct().as('tenders'), e.fn.countAll<number>().as('matches')])
    .executeTakeFirstOrThrow()
  return { unseen: Math.min(tenders, MAX_UNSEEN), is_least: matches > MAX_UNSEEN }
}

export const countMatches = (db: Db, viewer: OwnedRowsViewer) =>
  visibleMatches(db, viewer)
    .select(['rules.id as alert_id'])
    .select((e) => [
      e.fn.countAll<number>().as('matches'),
      sql<number>`sum(${asNumber(isNew(viewer))})`.as('unseen'),
      e.fn.max<string>('bzp_matches.found_at').as('last_at'),
    ])
    .groupBy('rules.id')
    .execute()

export type MatchFilter = {
  /** Defaults to all alerts that the user sees. */
  readonly alertIds?: readonly string[] | undefined
  readonly state: Exclude<MatchState, 'closing'>
  readonly text?: string | undefined
  readonly tenderId?: string | undefined
  /** Only procedures whose deadline for offers is after `from` and not after `to`, two instants. */
  readonly offers?: { readonly from: string; readonly to: string } | undefined
}

/** Maps the alerts that a user sees to their owners. */
async function ownersOf(db: Db, { accountId, userId }: OwnedRowsViewer): Promise<ReadonlyMap<string, string>> {
  const rows = await ofAccount(db, 'rules', accountId)
    .select(['id', 'owner'])
    .where('kind', '=', 'tender')
    .where('owner', 'in', [userId, TEAM_OWNER])
    .execute()
  return new Map(rows.map(({ id, owner }) => [id, owner]))
}

/**
 * Filters by alert ids instead of a join: with a join PostgreSQL would read all matches of each alert before it knows
 * the number of rows.
 */
const matchesOf = (db: Db, { accountId, userId }: OwnedRowsViewer, alertIds: readonly string[]) =>
  db
    .selectFrom('bzp_matches')
    .leftJoin('bzp_looks', (join) =>
      join.onRef('bzp_looks.alert_id', '=', 'bzp_matches.alert_id').on('bzp_looks.user_id', '=', userId),
    )
    .leftJoin('bzp_match_reads', (join) =>
      join
        .onRef('bzp_match_reads.alert_id', '=', 'bzp_matches.alert_id')
        .onRef('bzp_match_reads.tender_id', '=', 'bzp_matches.tender_id')
        .on('bzp_match_reads.user_id', '=', userId),
    )
    .where('bzp_matches.account_id', '=', accountId)
    .where('bzp_matches.alert_id', 'in', [...alertIds])

type FilteredMatchesInput = {
  readonly viewer: OwnedRowsViewer
  readonly ids: readonly string[]
  readonly filter: MatchFilter
}

function filteredMatches(db: Db, { viewer, ids, filter: { state, text, tenderId, offers } }: FilteredMatchesInput) {
  const folded = text === undefined ? '' : foldLine(text)
  return matchesOf(db, viewer, ids)
    .$if(tenderId !== undefined, (query) => query.where('bzp_matches.tender_id', '=', tenderId ?? ''))
    .$if(folded !== '', (query) => query.where((e) => contains(e.ref('bzp_matches.search_text'), folded)))
    .$if(offers !== undefined, (query) =>
      query
        .where('bzp_matches.offers_until', '>', offers?.from ?? '')
        .where('bzp_matches.offers_until', '<=', offers?.to ?? ''),
    )
    .where((e) => inState(e, viewer, state))
}

const visibleIds = (owners: ReadonlyMap<string, string>, { alertIds }: Pick<MatchFilter, 'alertIds'>): string[] =>
  [...owners.keys()].filter((id) => alertIds === undefined || alertIds.includes(id))

function inState(e: Builder, viewer: OwnedRowsViewer, state: MatchFilter['state']) {
  const isOpen = e('bzp_matches.dismissed_at', 'is', null)
  switch (state) {
    case 'open':
      return isOpen
    case 'new':
      return isNew(viewer)
    case 'starred':
      return e.and([isOpen, e('bzp_matches.is_starred', '=', 1)])
    case 'mine':
      return e.and([isOpen, e('bzp_matches.assignee', '=', viewer.userId)])
    case 'dismissed':
      return e('bzp_matches.dismissed_at', 'is not', null)
  }
}

const withMarks = (query: ReturnType<typeof matchesOf>, viewer: OwnedRowsViewer) =>
  query.selectAll('bzp_matches').select([asNumber(isNew(viewer)).as('is_new'), asNumber(isRead).as('is_read')])
type MarkedMatch = BzpMatchTable & { readonly is_new: number; readonly is_read: number }
export type VisibleMatch = MarkedMatch & { readonly owner: string }

const withOwner = (rows: readonly MarkedMatch[], owners: ReadonlyMap<string, string>): VisibleMatch[] =>
  rows.flatMap((row) => {
    const owner = owners.get(row.alert_id)
    return owner === undefined ? [] : [{ ...row, owner }]
  })

export async function listMatches(
  db: Db,
  viewer: OwnedRowsViewer,
  { before, limit, ...filter }: MatchFilter & { before?: number | undefined; limit: number },
): Promise<VisibleMatch[]> {
  const owners = await ownersOf(db, viewer)
  const ids = visibleIds(owners, filter)
  if (ids.length === 0) return []
  const rows = await withMarks(filteredMatches(db, { viewer, ids, filter }), viewer)
    .$if(before !== undefined, (query) => query.where('bzp_matches.number', '<', before ?? 0))
    .orderBy('bzp_matches.number', 'desc')
    .limit(limit)
    .execute()
  return withOwner(rows, owners)
}

/** A procedure found by several alerts counts once. */
export async function countFilteredProcedures(db: Db, viewer: OwnedRowsViewer, filter: MatchFilter): Promise<number> {
  const ids = visibleIds(await ownersOf(db, viewer), filter)
  if (ids.length === 0) return 0
  const { count } = await filteredMatches(db, { viewer, ids, filter })
    .select((e) => e.fn.count<number>('bzp_matches.tender_id').distinct().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

export async function listDeadlines(
  db: Db,
  viewer: OwnedRowsViewer,
  { limit, ...filter }: MatchFilter & { limit: number },
): Promise<VisibleMatch[]> {
  const owners = await ownersOf(db, viewer)
  const ids = visibleIds(owners, filter)
  if (ids.length === 0) return []
  const rows = await withMarks(filteredMatches(db, { viewer, ids, filter }), viewer)
    .where('bzp_matches.offers_until', 'is not', null)
    .orderBy('bzp_matches.offers_until', 'desc')
    .limit(limit)
    .execute()
  return withOwner(rows, owners)
}

/** Highest match number; 0 without matches. */
export async function highestNumber(db: Db, viewer: OwnedRowsViewer, alertIds?: readonly string[]): Promise<number> {
  const ids = visibleIds(await ownersOf(db, viewer), { alertIds })
  if (ids.length === 0) return 0
  const row = await db
    .selectFrom('bzp_matches')
    .select((e) => e.fn.max<number | null>('number').as('number'))
    .where('alert_id', 'in', ids)
    .executeTakeFirstOrThrow()
  return row.number ?? 0
}

export async function listFinders(db: Db, viewer: OwnedRowsViewer, tenderIds: readonly string[]) {
  const owners = await ownersOf(db, viewer)
  const rows = await ofAccount(db, 'bzp_matches', viewer.accountId)
    .select(['tender_id', 'alert_id'])
    .where('tender_id', 'in', [...tenderIds])
    .orderBy('alert_id')
    .execute()
  return rows.filter(({ alert_id: id }) => owners.has(id))
}

type MatchKey = Pick<BzpMatchTable, 'alert_id' | 'tender_id'>

export async function findVisibleMatch(
  db: Db,
  viewer: OwnedRowsViewer,
  { alert_id, tender_id }: MatchKey,
): Promise<VisibleMatch | undefined> {
  const rows = await withMarks(matchesOf(db, viewer, [alert_id]), viewer)
    .where('bzp_matches.tender_id', '=', tender_id)
    .execute()
  return withOwner(rows, await ownersOf(db, viewer))[0]
}

export async function updateMatch(
  db: AccountTx,
  { alert_id, tender_id }: MatchKey,
  change: Partial<Omit<BzpMatchTable, keyof MatchKey>>,
): Promise<void> {
  await db
    .updateTable('bzp_matches')
    .set(change)
    .where('alert_id', '=', alert_id)
    .where('tender_id', '=', tender_id)
    .execute()
}

export async function markMatch(
  db: AccountTx,
  userId: string,
  { alert_id, tender_id, number, is_read }: MatchKey & { number: number; is_read: boolean },
): Promise<void> {
  if (is_read) {
    await putRow(db, 'bzp_match_reads', { user_id: userId, alert_id, tender_id, number }, [
      'user_id',
      'alert_id',
      'tender_id',
    ])
    return
  }
  await db
    .deleteFrom('bzp_match_reads')
    .where('user_id', '=', userId)
    .where('alert_id', '=', alert_id)
    .where('tender_id', '=', tender_id)
    .execute()
}

/** The stored number never decreases. */
export async function markSeenUpTo(
  db: Db,
  position: { readonly userId: string; readonly alertId: string; readonly upTo: number },
): Promise<void> {
  const { userId, alertId, upTo } = position
  await db
    .insertInto('bzp_looks')
    .values({ user_id: userId, alert_id: alertId, up_to: upTo })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'alert_id']).doUpdateSet({ up_to: upTo }).where('bzp_looks.up_to', '<', upTo),
    )
    .execute()
}
