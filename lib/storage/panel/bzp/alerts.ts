import { sql } from 'kysely'

import { monitoringReaders } from '@/lib/contract/operation'
import { chunksOf } from '@/lib/domain/collections/chunks'

import { LOOKUP_CHUNK } from '../../engine/chunks'
import { takeNumbers } from '../../engine/sequences'
import type { Db } from '../../storage'
import { TEAM } from '../saved-views/saved-views'
import type { BzpAlertTable } from './tables'

export type Seer = { readonly accountId: string; readonly userId: string }

const rolesThatSee = [...monitoringReaders]

/** With the e-mail of who saved it, while they are a member. */
const withMaker = (db: Db) =>
  db
    .selectFrom('bzp_alerts')
    .leftJoin('members', (join) =>
      join
        .onRef('members.account_id', '=', 'bzp_alerts.account_id')
        .onRef('members.user_id', '=', 'bzp_alerts.created_by'),
    )
    .leftJoin('users', 'users.id', 'members.user_id')
    .selectAll('bzp_alerts')
    .select('users.email as maker')
export type SeenAlert = BzpAlertTable & { readonly maker: string | null }

/** The user's own and the team's. */
export const listSeenAlerts = (db: Db, { accountId, userId }: Seer): Promise<SeenAlert[]> =>
  withMaker(db)
    .where('bzp_alerts.account_id', '=', accountId)
    .where('bzp_alerts.owner', 'in', [userId, TEAM])
    .orderBy('bzp_alerts.id')
    .execute()

/** Another user's own is as good as missing. */
export const findSeenAlert = (db: Db, { accountId, userId }: Seer, id: string): Promise<SeenAlert | undefined> =>
  withMaker(db)
    .where('bzp_alerts.account_id', '=', accountId)
    .where('bzp_alerts.owner', 'in', [userId, TEAM])
    .where('bzp_alerts.id', '=', id)
    .executeTakeFirst()

export const findBzpAlert = (db: Db, id: string): Promise<BzpAlertTable | undefined> =>
  db.selectFrom('bzp_alerts').selectAll().where('id', '=', id).executeTakeFirst()

export async function countBzpAlerts(db: Db, accountId: string): Promise<number> {
  const { count } = await db
    .selectFrom('bzp_alerts')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  return count
}

export const findAlertNamed = (db: Db, of: Pick<BzpAlertTable, 'account_id' | 'owner' | 'name'>) =>
  db
    .selectFrom('bzp_alerts')
    .select('id')
    .where('account_id', '=', of.account_id)
    .where('owner', '=', of.owner)
    .where('name', '=', of.name)
    .executeTakeFirst()

export async function insertBzpAlert(db: Db, alert: Omit<BzpAlertTable, 'tell_at'>): Promise<void> {
  await db
    .insertInto('bzp_alerts')
    .values({ ...alert, tell_at: '' })
    .execute()
}

/** Whoever changes when it tells has it looked at in the next turn. */
export async function updateBzpAlert(db: Db, id: string, change: Partial<Omit<BzpAlertTable, 'id'>>): Promise<void> {
  const decidesTelling = change.updated_at !== undefined || change.digest_from !== undefined
  await db
    .updateTable('bzp_alerts')
    .set({ ...(decidesTelling && { tell_at: '' }), ...change })
    .where('id', '=', id)
    .execute()
}

/** Alerts that found something tell it in the next turn. The caller holds their locks. */
export async function wakeBzpAlerts(db: Db, ids: readonly string[]): Promise<void> {
  for (const some of chunksOf(ids, LOOKUP_CHUNK)) {
    await db.updateTable('bzp_alerts').set({ tell_at: '' }).where('id', 'in', some).where('tell_at', '!=', '').execute()
  }
}

/** With all that it found; notices that no other alert found go too. */
export async function deleteBzpAlert(db: Db, { id, account_id: accountId }: Pick<BzpAlertTable, 'id' | 'account_id'>) {
  await db.deleteFrom('bzp_alerts').where('id', '=', id).execute()
  await forgetUnfoundNotices(db, accountId)
}

/** Whoever finds something holds its alert, then this, then changes matches: in another order two would wait for each other. */
const holdFinders = (db: Db) => takeNumbers(db, 'bzp_matches', 0)

/** Under the lock of who finds some, so that none is forgotten while an alert finds it. */
async function forgetUnfoundNotices(db: Db, accountId: string): Promise<void> {
  await holdFinders(db)
  await db
    .deleteFrom('bzp_found_notices')
    .where('account_id', '=', accountId)
    .where('notice_id', 'not in', (e) =>
      e
        .selectFrom('bzp_hits')
        .innerJoin('bzp_alerts', 'bzp_alerts.id', 'bzp_hits.alert_id')
        .select('bzp_hits.notice_id')
        .where('bzp_alerts.account_id', '=', accountId),
    )
    .execute()
}

export async function replaceRecipients(db: Db, alertId: string, userIds: readonly string[]): Promise<void> {
  await db.deleteFrom('bzp_alert_recipients').where('alert_id', '=', alertId).execute()
  const rows = [...new Set(userIds)].map((user_id) => ({ alert_id: alertId, user_id }))
  if (rows.length > 0) await db.insertInto('bzp_alert_recipients').values(rows).execute()
}

export async function deleteRecipient(db: Db, alertId: string, userId: string): Promise<void> {
  await db.deleteFrom('bzp_alert_recipients').where('alert_id', '=', alertId).where('user_id', '=', userId).execute()
}

/** Members of an account who may see tenders, and can sign in. */
const readers = (db: Db) =>
  db
    .selectFrom('members')
    .innerJoin('users', 'users.id', 'members.user_id')
    .where('members.role', 'in', rolesThatSee)
    .where('members.disabled_at', 'is', null)
    .where('users.disabled_at', 'is', null)

export const listColleagues = (db: Db, accountId: string) =>
  readers(db)
    .where('members.account_id', '=', accountId)
    .select(['users.id as user_id', 'users.email', 'users.name', 'users.locale'])
    .orderBy('users.email')
    .execute()
export type StoredColleague = Awaited<ReturnType<typeof listColleagues>>[number]

/** Whoever is to be told of the team's alerts of an account, also those who may not see them at the moment. */
export const listRecipients = (db: Db, accountId: string) =>
  db
    .selectFrom('bzp_alert_recipients')
    .innerJoin('bzp_alerts', 'bzp_alerts.id', 'bzp_alert_recipients.alert_id')
    .select(['bzp_alert_recipients.alert_id', 'bzp_alert_recipients.user_id'])
    .where('bzp_alerts.account_id', '=', accountId)
    .execute()

/** Who is told of an alert now: only those who may still see it. */
export const listTold = (db: Db, { id, account_id: accountId, owner }: BzpAlertTable): Promise<StoredColleague[]> =>
  readers(db)
    .where('members.account_id', '=', accountId)
    .select(['users.id as user_id', 'users.email', 'users.name', 'users.locale'])
    .where((e) =>
      owner === TEAM
        ? e('members.user_id', 'in', e.selectFrom('bzp_alert_recipients').select('user_id').where('alert_id', '=', id))
        : e('members.user_id', '=', owner),
    )
    .orderBy('users.email')
    .execute()

/** Alerts that somebody may see: not those of an inactive account, nor own ones of who may not, or cannot sign in. */
const watched = (db: Db) =>
  db
    .selectFrom('bzp_alerts')
    .innerJoin('accounts', 'accounts.id', 'bzp_alerts.account_id')
    .where('accounts.state', '!=', 'inactive')
    .where((e) =>
      e.or([
        e('bzp_alerts.owner', '=', TEAM),
        e.exists(
          e
            .selectFrom('members')
            .innerJoin('users', 'users.id', 'members.user_id')
            .select(sql<number>`1`.as('one'))
            .whereRef('members.account_id', '=', 'bzp_alerts.account_id')
            .whereRef('members.user_id', '=', 'bzp_alerts.owner')
            .where('members.role', 'in', rolesThatSee)
            .where('members.disabled_at', 'is', null)
            .where('users.disabled_at', 'is', null),
        ),
      ]),
    )

/** Of all accounts, or of one. */
export const listWatchedAlerts = (db: Db, accountId?: string): Promise<BzpAlertTable[]> =>
  watched(db)
    .$if(accountId !== undefined, (query) => query.where('bzp_alerts.account_id', '=', accountId ?? ''))
    .selectAll('bzp_alerts')
    .orderBy('bzp_alerts.id')
    .execute()

/** Alerts that may have something to tell by now. */
export const listTellingAlerts = (db: Db, now: string): Promise<BzpAlertTable[]> =>
  watched(db)
    .selectAll('bzp_alerts')
    .where('bzp_alerts.tell_at', '<=', now)
    // In the order of the index: in another one SQLite reads all alerts.
    .orderBy('bzp_alerts.tell_at')
    .orderBy('bzp_alerts.id')
    .execute()

/** What is only a person's in an account goes when they leave it. */
export async function forgetMember(db: Db, { accountId, userId }: Seer): Promise<void> {
  const alerts = db.selectFrom('bzp_alerts').select('id').where('account_id', '=', accountId)
  await db.deleteFrom('bzp_alerts').where('account_id', '=', accountId).where('owner', '=', userId).execute()
  await holdFinders(db)
  for (const table of ['bzp_alert_recipients', 'bzp_match_reads', 'bzp_looks'] as const) {
    await db.deleteFrom(table).where('user_id', '=', userId).where('alert_id', 'in', alerts).execute()
  }
  await db
    .updateTable('bzp_matches')
    .set({ assignee: null })
    .where('account_id', '=', accountId)
    .where('assignee', '=', userId)
    .execute()
  await forgetUnfoundNotices(db, accountId)
}
