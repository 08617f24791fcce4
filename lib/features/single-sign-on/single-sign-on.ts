import { randomUUID } from 'node:crypto'

import type { Locale } from '@/lib/domain/format/locales'
import type { Role } from '@/lib/domain/roles'
import { type AuditEvent, recordAudit, recordInEachAccount } from '@/lib/features/audit/audit'
import { newUser } from '@/lib/features/auth/emails'
import { startSession } from '@/lib/features/auth/sessions'
import { membersMail, notifyOtherOwners } from '@/lib/features/members/people-mail'
import {
  countActiveOwners,
  findMember,
  inAccountsOf,
  insertMember,
  listAccountsOf,
  updateMember,
} from '@/lib/features/members/statements/members'
import { findUser, findUserByEmail, insertUser } from '@/lib/features/members/statements/users'
import type { UserTable } from '@/lib/features/members/tables'
import { findAccountBySlug } from '@/lib/service/accounts/statements/accounts'
import type { AccountTable } from '@/lib/service/accounts/tables'
import { type AccountTx, inAccounts } from '@/lib/storage/engine/account-lock'
import type { Storage } from '@/lib/storage/storage'

import { type ClaimFault, type MissingGroupsReason, type ProviderPerson, readClaims } from './provider-person'
import type { SingleSignOn } from './single-sign-on-env'
import {
  findIdentity,
  insertIdentity,
  listIdentitiesOf,
  markGroupsMissing,
  markIdentityUsed,
  insertIdentityLink,
} from './statements'

/** Time within which a person has to enter the password of the user to be linked. */
export const LINK_CONFIRM_MS = 10 * 60_000

export type SingleSignOnStore = {
  readonly storage: Pick<Storage, 'db'>
  readonly settings: SingleSignOn
  readonly localPasswords: boolean
  /** True if an SMTP server is configured to notify owners. */
  readonly sendsMail: boolean
  readonly now: Date
}
export type Browser = { readonly address: string; readonly device: string; readonly replaces?: string | undefined }

/**
 * `confirm`: a user with this e-mail has a password, which has to be entered once. `other_identity`: the user is linked
 * to another person of the provider, so the e-mail was reassigned.
 */
export type SingleSignOnResult =
  | { readonly ok: true; readonly sessionId: string; readonly missingGroupsReason?: MissingGroupsReason | undefined }
  | { readonly ok: false; readonly reason: ClaimFault | 'disabled' | 'no_account' | 'other_identity' }
  | { readonly ok: false; readonly reason: 'confirm'; readonly linkId: string }

/**
 * Signs in a provider's person, or returns why not. A person known by issuer and subject stays the same user when their
 * e-mail changes.
 */
export async function signInByProvider(
  store: SingleSignOnStore,
  claims: unknown,
  from: Browser,
): Promise<SingleSignOnResult> {
  const parsed = readClaims(claims, store.settings, store.now)
  if (!parsed.ok) {
    const user = parsed.email === null ? undefined : await findUserByEmail(store.storage.db, parsed.email)
    if (user) await recordRefusal(store, user, from)
    return { ok: false, reason: parsed.fault }
  }
  const { person } = parsed
  const identity = await findIdentity(store.storage.db, person)
  const user = identity
    ? await findUser(store.storage.db, identity.user_id)
    : await findUserByEmail(store.storage.db, person.email)
  return user ? admit(store, { user, person, from }, identity !== undefined) : join(store, person, from)
}

async function admit(store: SingleSignOnStore, input: SignInInput, isLinked: boolean): Promise<SingleSignOnResult> {
  const { user, person, from } = input
  if (user.disabled_at !== null) return refuse(store, user, { reason: 'disabled', from })
  if (!isLinked) {
    const obstacle = await linkObstacle(store, user, person)
    if (obstacle === 'other_identity') return refuse(store, user, { reason: obstacle, from })
    if (obstacle === 'confirm') return requestConfirmation(store, user, person)
  }
  return enterAsMember(store, input)
}

/** A user without a password has no other proof: the verified e-mail is their only identity. */
async function linkObstacle(
  { storage, localPasswords }: SingleSignOnStore,
  user: UserTable,
  { issuer }: ProviderPerson,
) {
  const identities = await listIdentitiesOf(storage.db, user.id)
  if (identities.some((each) => each.issuer === issuer)) return 'other_identity'
  return localPasswords && user.password_hash !== null ? 'confirm' : undefined
}

async function requestConfirmation({ storage, now }: SingleSignOnStore, user: UserTable, person: ProviderPerson) {
  const linkId = randomUUID()
  await insertIdentityLink(storage.db, {
    id: linkId,
    user_id: user.id,
    value: JSON.stringify(person),
    created_at: now.toISOString(),
    expires_at: new Date(now.getTime() + LINK_CONFIRM_MS).toISOString(),
  })
  return { ok: false, reason: 'confirm', linkId } as const
}

/** A new person becomes a member of the configured account. */
async function join(store: SingleSignOnStore, person: ProviderPerson, from: Browser): Promise<SingleSignOnResult> {
  const account = await findAccountBySlug(store.storage.db, store.settings.account)
  if (!account) return { ok: false, reason: 'no_account' }
  const { db } = store.storage
  const role = person.role ?? store.settings.defaultRole
  const at = store.now.toISOString()
  const user = { ...newUser({ id: randomUUID(), email: person.email, passwordHash: null, at }), name: person.name }
  const isNew = await inAccounts(store.storage, [account.id], async (trx) => {
    if (!(await insertUser(trx, user))) return false
    await insertMember(trx, {
      account_id: account.id,
      user_id: user.id,
      role,
      created_at: at,
      disabled_at: null,
      last_seen_at: null,
    })
    const after = { email: person.email, role, issuer: person.issuer }
    const event = { ...eventOf(store, user, from), accountId: account.id }
    await recordAudit(trx, { ...event, action: 'identities.join', after })
    return true
  })
  if (isNew) return enterAsMember(store, { user, person, from })
  // The user was created at the same moment by another process or another request of the same person.
  const found = await findUserByEmail(db, person.email)
  return found ? admit(store, { user: found, person, from }, false) : { ok: false, reason: 'no_account' }
}

type SignInInput = { readonly user: UserTable; readonly person: ProviderPerson; readonly from: Browser }

/** Links the person if necessary, applies the provider's role, and starts a session in the last used account. */
export async function enterAsMember(
  store: SingleSignOnStore,
  { user, person, from }: SignInInput,
): Promise<SingleSignOnResult> {
  const { db } = store.storage
  const at = store.now.toISOString()
  if (person.role !== undefined) await applyRole(store, { user, person, from })
  const [account] = await listAccountsOf(db, user.id)
  if (!account) return refuse(store, user, { reason: 'no_account', from })
  const { issuer, subject } = person
  // Locks both accounts: the provider's groups apply to the configured one.
  const configuredAccount = await findAccountBySlug(db, store.settings.account)
  const sessionId = await inAccounts(store.storage, [account.id, configuredAccount?.id ?? account.id], async (trx) => {
    const event = { ...eventOf(store, user, from), accountId: account.id }
    const identity = { issuer, subject, user_id: user.id, created_at: at, last_used_at: at, groups_unsaid_at: null }
    if (await insertIdentity(trx, identity)) {
      await recordAudit(trx, { ...event, action: 'identities.link', after: { issuer } })
    } else await markIdentityUsed(trx, person, at)
    if (configuredAccount) await recordMissingGroups(trx, { store, account: configuredAccount }, { user, person, from })
    const session = { userId: user.id, accountId: account.id, ...from, method: 'sso', secondFactor: true } as const
    // Without fresh authentication at the provider, a sign-in is no proof of identity.
    const id = await startSession(trx, { ...session, provedAt: person.provedAt ?? NEVER }, store.now)
    await recordAudit(trx, { ...event, action: 'session.start', after: { issuer } })
    return id
  })
  return { ok: true, sessionId, missingGroupsReason: person.groupsUnsaid }
}

/** Records once, until groups are reported again, that they are missing; notifies the owners, as the role stays. */
async function recordMissingGroups(
  db: AccountTx,
  { store, account }: { readonly store: SingleSignOnStore; readonly account: AccountTable },
  { user, person, from }: SignInInput,
): Promise<void> {
  const member = await findMember(db, account.id, user.id)
  if (!member) return
  const missingGroupsReason = person.groupsUnsaid
  const isNew = await markGroupsMissing(db, person, missingGroupsReason === undefined ? null : store.now.toISOString())
  if (!isNew || missingGroupsReason === undefined) return
  const after = { email: user.email, role: member.role, groups_unsaid: missingGroupsReason, issuer: person.issuer }
  const event = { ...eventOf(store, user, from), accountId: account.id }
  await recordAudit(db, { ...event, action: 'identities.groupsUnsaid', after })
  if (!store.sendsMail) return
  const facts = { account: account.name, email: user.email, actor: person.issuer, at: store.now.toISOString() }
  const words = (locale: Locale) => membersMail(locale, 'identities.groupsUnsaid', facts)
  await notifyOtherOwners(db, { accountId: account.id, actor: '', now: store.now, words })
}

const NEVER = new Date(0).toISOString()

/** The provider's role applies to the configured account, except to its last owner. */
async function applyRole(store: SingleSignOnStore, { user, person, from }: SignInInput): Promise<void> {
  const { db } = store.storage
  const account = await findAccountBySlug(db, store.settings.account)
  const role = person.role
  if (!account || role === undefined) return
  await inAccounts(store.storage, [account.id], async (trx) => {
    const member = await findMember(trx, account.id, user.id)
    if (!member || member.role === role) return
    if (member.role === 'owner' && (await countActiveOwners(trx, account.id)) <= 1) return
    await updateMember(trx, member, { role })
    const event = { ...eventOf(store, user, from), accountId: account.id }
    const change = { before: roleDetails(member.role), after: { role, issuer: person.issuer } }
    await recordAudit(trx, { ...event, action: 'members.setRole', ...change })
  })
}

const roleDetails = (role: Role) => ({ role })

type Refusal = { readonly reason: 'disabled' | 'no_account' | 'other_identity'; readonly from: Browser }

async function refuse(
  store: SingleSignOnStore,
  user: UserTable,
  { reason, from }: Refusal,
): Promise<SingleSignOnResult> {
  await recordRefusal(store, user, from)
  return { ok: false, reason }
}

async function recordRefusal(store: SingleSignOnStore, user: UserTable, from: Browser): Promise<void> {
  const after = { issuer: store.settings.issuer }
  await inAccountsOf(store.storage, user.id, (tx) =>
    recordInEachAccount(tx, { ...eventOf(store, user, from), action: 'session.refuse', after }),
  )
}

const eventOf = (
  { now }: SingleSignOnStore,
  user: UserTable,
  from: Browser,
): Omit<AuditEvent, 'action' | 'accountId'> => ({
  actor: user.email,
  target: user.id,
  address: from.address,
  now,
})
