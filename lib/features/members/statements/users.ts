import { insertNew } from '@/lib/storage/engine/insert-new'
import { returnsRow } from '@/lib/storage/engine/outcome'
import type { Db } from '@/lib/storage/storage'

import type { UserTable } from '../tables'

/** The e-mail must have been normalised by `normaliseEmail`. */
export const findUserByEmail = (db: Db, email: string): Promise<UserTable | undefined> =>
  db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst()

export const findUser = (db: Db, id: string): Promise<UserTable | undefined> =>
  db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()

/** Whether any user exists whose e-mail is not in the list. */
export const hasOtherUsers = (db: Db, emails: readonly string[]): Promise<boolean> =>
  db.selectFrom('users').select('id').where('email', 'not in', emails).limit(1).$call(returnsRow)

/** False if the e-mail is taken. */
export const insertUser = (db: Db, user: UserTable): Promise<boolean> => insertNew(db, 'users', user, ['email'])

/** Throws if the e-mail belongs to another user. */
export async function updateUser(db: Db, id: string, change: Partial<Omit<UserTable, 'id'>>): Promise<void> {
  await db.updateTable('users').set(change).where('id', '=', id).execute()
}

export async function setPasswordHash(
  db: Db,
  userId: string,
  hash: { passwordHash: string; at: string },
): Promise<void> {
  await updateUser(db, userId, { password_hash: hash.passwordHash, password_set_at: hash.at })
}

/**
 * Tables of data that belongs to a person regardless of accounts. A new table that refers to users must be added here.
 */
export const TABLES_OF_A_PERSON = [
  'event_marks',
  'event_reads',
  'bzp_match_reads',
  'bzp_looks',
  'feeds',
  'console_calls',
  'sessions',
  'one_time_links',
  'authenticator_apps',
  'recovery_codes',
  'passkeys',
  'sign_in_challenges',
  'proof_failures',
  'identities',
  'members',
] as const

/**
 * Call it within a transaction that holds the locks of the person's accounts. Invitation links that they sent to others
 * are deleted too.
 */
export async function deletePerson(db: Db, { id, email }: { id: string; email: string }): Promise<void> {
  for (const table of TABLES_OF_A_PERSON) await db.deleteFrom(table).where('user_id', '=', id).execute()
  await db
    .deleteFrom('invitations')
    .where((e) => e.or([e('invited_by', '=', id), e('email', '=', email)]))
    .execute()
  await db.deleteFrom('view_defaults').where('owner', '=', id).execute()
  await db.deleteFrom('saved_views').where('owner', '=', id).execute()
  await db.deleteFrom('report_schedules').where('owner', '=', id).execute()
  await db.deleteFrom('channels').where('owner', '=', id).execute()
  await db.deleteFrom('rules').where('owner', '=', id).execute()
  await db.deleteFrom('rule_targets').where('kind', '=', 'member').where('target', '=', id).execute()
  await db.updateTable('bzp_matches').set({ assignee: null }).where('assignee', '=', id).execute()
  await db.updateTable('event_reviews').set({ assignee_id: null }).where('assignee_id', '=', id).execute()
  await db.updateTable('report_downloads').set({ user_id: null }).where('user_id', '=', id).execute()
  await db.deleteFrom('users').where('id', '=', id).execute()
}
