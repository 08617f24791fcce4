import { randomUUID } from 'node:crypto'

import type { PasswordFault } from '@/lib/domain/password-rules'
import { recordAudit } from '@/lib/features/audit/audit'
import { noteSecurityEvent } from '@/lib/features/audit/security-events'
import { normaliseEmail, newUser } from '@/lib/features/auth/emails'
import { isPasswordQueueFull } from '@/lib/features/auth/password-queue'
import { passwordFault } from '@/lib/features/auth/password-strength'
import { hashPassword } from '@/lib/features/auth/passwords'
import { createSignInThrottle } from '@/lib/features/auth/sign-in-throttle'
import { insertMember } from '@/lib/features/members/statements/members'
import { insertUser } from '@/lib/features/members/statements/users'
import { sampleAccountMarks, sampleEmails } from '@/lib/features/sample/sample-users'
import type { Env } from '@/lib/panel/env'
import { REMOTE_SLUG } from '@/lib/panel/remote-accounts'
import { findAccountBySlug, insertAccount } from '@/lib/service/accounts/statements/accounts'
import type { AccountTable } from '@/lib/service/accounts/tables'
import { type AccountTx, inAccounts } from '@/lib/storage/engine/account-lock'
import type { Db, Storage } from '@/lib/storage/storage'

import { isSetupToken, claimSetupTokens, isSetUp } from './setup-token'

/** Limits for tries of setup tokens, which are never typed from memory. */
const TOKEN_LIMITS = { name: 'setup', perEmailAndAddress: 10, perAddress: 10, perEmail: 50 } as const
/** All tries share one key, because there is one installation to set up. */
const LIMIT_KEY = 'setup'

export type SetUpInput = {
  readonly token: string
  /** The row of the new account; undefined with a remote service, whose account exists already. */
  readonly account: AccountTable | undefined
  readonly email: string
  /** Null: the owner signs in through the identity provider. */
  readonly password: string | null
  readonly address: string
}

/**
 * `done` for the first caller; with every other result nothing was changed. `set_up`: a real account exists already.
 * `provider_account`: new people become members of another account than this one.
 */
export type SetUpResult =
  | { readonly state: 'done'; readonly email: string; readonly slug: string }
  | { readonly state: 'set_up' | 'token' | 'busy' | 'slug_taken' | 'email_taken' | 'provider_account' | 'no_account' }
  | { readonly state: 'wait'; readonly retryAfterS: number }
  | { readonly state: 'password'; readonly fault: PasswordFault }
export type SetUp = (input: SetUpInput) => Promise<SetUpResult>

type Dependencies = {
  readonly storage: Storage
  readonly env: Pick<Env, 'remote' | 'singleSignOn' | 'localPasswords'>
  readonly clock: () => Date
  readonly log: Parameters<typeof noteSecurityEvent>[0]['log']
}

/**
 * Creates the first account and its owner with their audit entries in one transaction; of two simultaneous calls one
 * succeeds. Wrong tokens are rate-limited like wrong passwords, and recorded.
 */
export function createSetUp(dependencies: Dependencies): SetUp {
  const { storage, env, clock, log } = dependencies
  const throttle = createSignInThrottle(storage, TOKEN_LIMITS)
  const recordEvent = (action: 'security.throttle' | 'security.refuseSetup', address: string) =>
    noteSecurityEvent({ storage, log }, { action, accounts: [], actor: null, address, now: clock() })

  return async (input) => {
    if (await isSetUp(env, storage.db)) return { state: 'set_up' }
    const attempt = { email: LIMIT_KEY, address: input.address }
    const admission = await throttle.attempt(attempt)
    if (!admission.ok) {
      recordEvent('security.throttle', input.address)
      return { state: 'wait', retryAfterS: admission.waitS }
    }
    if (!(await isSetupToken(storage.db, input.token))) {
      recordEvent('security.refuseSetup', input.address)
      return { state: 'token' }
    }
    await throttle.succeeded(attempt)
    return accountRefusal(env, input) ?? (await passwordRefusal(env, input)) ?? (await runSetUp(dependencies, input))
  }
}

type SetUpEnv = Dependencies['env']

function accountRefusal({ remote, singleSignOn }: SetUpEnv, { account, email }: SetUpInput): SetUpResult | undefined {
  if (sampleEmails.includes(normaliseEmail(email))) return { state: 'email_taken' }
  if (account === undefined) return remote ? undefined : { state: 'no_account' }
  if (sampleAccountMarks.slugs.includes(account.slug)) return { state: 'slug_taken' }
  return singleSignOn && singleSignOn.account !== account.slug ? { state: 'provider_account' } : undefined
}

async function passwordRefusal({ singleSignOn }: SetUpEnv, input: SetUpInput): Promise<SetUpResult | undefined> {
  const { account, email, password } = input
  if (password === null && singleSignOn) return undefined
  const owner = { email: normaliseEmail(email), name: null, accountNames: account ? [account.name] : [] }
  const fault = await passwordFault(password ?? '', owner)
  return fault && { state: 'password', fault }
}

async function runSetUp({ storage, env, clock }: Dependencies, input: SetUpInput): Promise<SetUpResult> {
  try {
    const passwordHash = input.password === null ? null : await hashPassword(input.password)
    let row: AccountTable
    return await inAccounts(
      storage,
      async (db) => {
        // Locks the tokens, so that concurrent calls wait for the end of this one.
        const isToken = await claimSetupTokens(db, input.token)
        if (await isSetUp(env, db)) throw new RolledBack('set_up')
        if (!isToken) throw new RolledBack('token')
        row = await accountOf(db, input.account)
        return [row.id]
      },
      (tx) => insertOwner(tx, row, { ...input, passwordHash, now: clock() }),
    )
  } catch (error) {
    if (error instanceof RolledBack) return { state: error.state }
    if (isPasswordQueueFull(error)) return { state: 'busy' }
    throw error
  }
}

type Owner = SetUpInput & { readonly passwordHash: string | null; readonly now: Date }

/** Inserts the new account, or returns that of the remote service. Throws `RolledBack`. */
async function accountOf(db: Db, account: AccountTable | undefined): Promise<AccountTable> {
  if (account && !(await insertAccount(db, account))) throw new RolledBack('slug_taken')
  const row = account ?? (await findAccountBySlug(db, REMOTE_SLUG))
  if (!row) throw new RolledBack('no_account')
  return row
}

/** Throws `RolledBack`. */
async function insertOwner(db: AccountTx, row: AccountTable, owner: Owner): Promise<SetUpResult> {
  const { account, passwordHash, address, now } = owner
  const [at, email] = [now.toISOString(), normaliseEmail(owner.email)]
  const user = newUser({ id: randomUUID(), email, passwordHash, at })
  if (!(await insertUser(db, user))) throw new RolledBack('email_taken')
  const role = 'owner' as const
  const member = { account_id: row.id, user_id: user.id, role, created_at: at }
  await insertMember(db, { ...member, disabled_at: null, last_seen_at: null })
  const event = { accountId: row.id, actor: LIMIT_KEY, address, now }
  const { slug, name, plan, state } = row
  const after = { slug, name, plan, state, limits: limitsOf(row) }
  if (account) await recordAudit(db, { ...event, action: 'accounts.create', after })
  await recordAudit(db, { ...event, action: 'users.create', target: user.id, after: { email, role } })
  return { state: 'done', email, slug }
}

/** Thrown to roll back the transaction. */
class RolledBack extends Error {
  readonly state: 'set_up' | 'token' | 'slug_taken' | 'email_taken' | 'no_account'
  constructor(state: RolledBack['state']) {
    super(state)
    this.state = state
  }
}

/** Safe: it was written from an object. */
const limitsOf = ({ limits }: AccountTable): object => JSON.parse(limits) as object
