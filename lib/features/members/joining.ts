import { randomUUID } from 'node:crypto'

import type { PasswordFault } from '@/lib/domain/password-rules'
import type { Role } from '@/lib/domain/roles'
import { recordAudit } from '@/lib/features/audit/audit'
import { newUser } from '@/lib/features/auth/emails'
import { putPasswordChangedMail } from '@/lib/features/auth/password-mails'
import { passwordFault } from '@/lib/features/auth/password-strength'
import { hashPassword } from '@/lib/features/auth/passwords'
import { deleteUnusedLinks } from '@/lib/features/auth/statements/one-time-links'
import { HttpError } from '@/lib/http/errors'
import type { MailService } from '@/lib/panel/mail/mailer'
import { type AccountTx, inAccounts } from '@/lib/storage/engine/account-lock'
import type { Db, Storage } from '@/lib/storage/storage'

import { type InvitationState, mayReturn, readInvitation, invitationHash } from './invitations'
import { acceptInvitation, findInvitationByHash } from './statements/invitations'
import { insertMember } from './statements/members'
import { findUserByEmail, insertUser, setPasswordHash } from './statements/users'
import type { UserTable } from './tables'

type JoinInput = {
  readonly token: string
  readonly address: string
  readonly now: Date
  /** The signed-in user; only the invited address can accept. */
  readonly userId?: string
  /** Data of a person who is new or has no membership left. */
  readonly newcomer?: { readonly name: string; readonly password: string }
  readonly mail: MailService
}

/**
 * Makes the invited person a member, once. A newcomer becomes a user with the given password, and a returning person
 * gets it; a member of another account must be signed in as `userId`. `other`: signed in as another user; `known`: the
 * address has a user, who has to sign in first. Otherwise returns why the password is rejected.
 */
export async function joinByInvitation(
  storage: Pick<Storage, 'db'>,
  input: JoinInput,
): Promise<InvitationState['state'] | 'other' | 'known' | 'joined' | PasswordFault> {
  const { token, now, newcomer } = input
  const invitation = await readInvitation(storage.db, token, now)
  if (invitation.state !== 'open') return invitation.state
  if (invitation.mustSignIn && input.userId === undefined) return 'known'
  const newPassword = invitation.setsPassword ? newcomer?.password : undefined
  if (newcomer && newPassword !== undefined) {
    const owner = { email: invitation.email, name: newcomer.name, accountNames: [invitation.account] }
    const fault = await passwordFault(newPassword, owner)
    if (fault !== undefined) return fault
  }
  // Outside of the transaction, because hashing is deliberately slow.
  const passwordHash = newPassword === undefined ? null : await hashPassword(newPassword)
  return inAccounts(storage, [invitation.accountId], async (db) => {
    const existingUser = await findUserByEmail(db, invitation.email)
    const entrant = { ...input, email: invitation.email, passwordHash, existingUser }
    const obstacle = await joinObstacle(db, entrant)
    if (obstacle) return obstacle
    if (!(await acceptInvitation(db, invitationHash(token), now.toISOString()))) return 'used'
    const userId = existingUser?.id ?? (await insertNewcomer(db, entrant))
    await addMember(db, { ...invitation, userId }, input)
    if (existingUser) await replacePassword(db, existingUser, entrant)
    return 'joined'
  })
}

type Entrant = JoinInput & {
  readonly email: string
  /** Null if no password is set. */
  readonly passwordHash: string | null
  readonly existingUser: UserTable | undefined
}

/** Why the person may not join; everything is read again, now that the account is locked. */
async function joinObstacle(db: Db, entrant: Entrant): Promise<'other' | 'known' | undefined> {
  const { existingUser, newcomer, userId, token, passwordHash } = entrant
  if (userId !== undefined) return existingUser?.id === userId ? undefined : 'other'
  if (!newcomer || (!existingUser && passwordHash === null)) return 'known'
  const invitation = existingUser && (await findInvitationByHash(db, invitationHash(token)))
  return !invitation || (await mayReturn(db, existingUser, invitation)) ? undefined : 'known'
}

async function insertNewcomer(db: Db, { email, passwordHash, newcomer, now }: Entrant): Promise<string> {
  const user = newUser({ id: randomUUID(), email, passwordHash, at: now.toISOString() })
  // The user was created in another account at the same moment: everything is rolled back, and the link still works.
  if (!(await insertUser(db, { ...user, name: newcomer?.name || null }))) {
    throw new HttpError('conflict', 'The address has a user by now; open the link again')
  }
  return user.id
}

/** Sets the password of a returning person. A second factor stays and is requested at sign-in. */
async function replacePassword(db: Db, { id: userId }: Pick<UserTable, 'id'>, entrant: Entrant): Promise<void> {
  const { passwordHash, now, address, mail } = entrant
  if (passwordHash === null) return
  await setPasswordHash(db, userId, { passwordHash, at: now.toISOString() })
  await deleteUnusedLinks(db, userId, ['sign_up', 'reset', 'email'])
  await putPasswordChangedMail(db, { userId, address, now }, mail)
}

async function addMember(
  tx: AccountTx,
  membership: { readonly accountId: string; readonly userId: string; readonly email: string; readonly role: Role },
  { address, now }: Pick<JoinInput, 'address' | 'now'>,
): Promise<void> {
  const { accountId, userId, email, role } = membership
  const row = { account_id: accountId, user_id: userId, role, created_at: now.toISOString() }
  await insertMember(tx, { ...row, disabled_at: null, last_seen_at: null })
  const event = { accountId, actor: email, action: 'members.join' as const, target: userId, after: { email, role } }
  await recordAudit(tx, { ...event, address, now })
}
