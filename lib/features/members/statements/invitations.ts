import type { AccountTx } from '@/lib/storage/engine/account-lock'
import { ofAccount } from '@/lib/storage/engine/of-account'
import { countRows, wroteRow } from '@/lib/storage/engine/outcome'
import type { Db } from '@/lib/storage/storage'

import type { InvitationTable } from '../tables'

export async function insertInvitation(db: AccountTx, row: InvitationTable): Promise<void> {
  await db.insertInto('invitations').values(row).execute()
}

export const findInvitation = (db: Db, accountId: string, id: string): Promise<InvitationTable | undefined> =>
  db.selectFrom('invitations').selectAll().where('account_id', '=', accountId).where('id', '=', id).executeTakeFirst()

export const findInvitationByHash = (db: Db, sha256: string): Promise<InvitationTable | undefined> =>
  db.selectFrom('invitations').selectAll().where('sha256', '=', sha256).executeTakeFirst()

/** Neither accepted nor withdrawn; it may have expired. */
export const findPendingInvitation = (db: Db, accountId: string, email: string): Promise<InvitationTable | undefined> =>
  ofAccount(db, 'invitations', accountId)
    .selectAll()
    .where('email', '=', email)
    .where('accepted_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst()

/** Neither accepted nor withdrawn, newest first, with the inviting user and whether they may still invite. */
export const listPendingInvitations = (db: Db, accountId: string) =>
  db
    .selectFrom('invitations')
    .innerJoin('users', 'users.id', 'invitations.invited_by')
    .leftJoin('members', (join) =>
      join
        .onRef('members.account_id', '=', 'invitations.account_id')
        .onRef('members.user_id', '=', 'invitations.invited_by')
        .on('members.role', '=', 'owner')
        .on('members.disabled_at', 'is', null),
    )
    .selectAll('invitations')
    .select([
      'users.email as inviter_email',
      'users.disabled_at as inviter_disabled_at',
      'members.role as inviter_role',
    ])
    .where('invitations.account_id', '=', accountId)
    .where('accepted_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .orderBy('sent_at', 'desc')
    .orderBy('invitations.id')
    .execute()

/** Number of invitations sent since an instant; a resent one counts once. */
export const countSentInvitations = (db: Db, accountId: string, since: string): Promise<number> =>
  ofAccount(db, 'invitations', accountId).where('sent_at', '>', since).$call(countRows)

export async function updateInvitation(
  db: AccountTx,
  id: string,
  change: Partial<Omit<InvitationTable, 'id' | 'account_id'>>,
): Promise<void> {
  await db.updateTable('invitations').set(change).where('id', '=', id).execute()
}

/** True for exactly one of several concurrent callers. */
export const acceptInvitation = (db: AccountTx, sha256: string, at: string): Promise<boolean> =>
  db
    .updateTable('invitations')
    .set({ accepted_at: at })
    .where('sha256', '=', sha256)
    .where('accepted_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .where('expires_at', '>', at)
    .$call(wroteRow)

/** Withdraws open invitations of a person who became a member in another way. */
export async function withdrawInvitationsTo(
  db: Db,
  { accountId, email, at }: { accountId: string; email: string; at: string },
): Promise<void> {
  await db
    .updateTable('invitations')
    .set({ withdrawn_at: at })
    .where('account_id', '=', accountId)
    .where('email', '=', email)
    .where('accepted_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .execute()
}
