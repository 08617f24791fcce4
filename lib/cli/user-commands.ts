import { randomUUID } from 'node:crypto'

import type { Command } from 'commander'

import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH, type PasswordFault } from '@/lib/domain/password-rules'
import { type Role, roles } from '@/lib/domain/roles'
import { routes } from '@/lib/domain/routes'
import { recordInEachAccount } from '@/lib/features/audit/audit'
import { newUser } from '@/lib/features/auth/emails'
import { createPasswordLink } from '@/lib/features/auth/one-time-links'
import { putPasswordChangedMail } from '@/lib/features/auth/password-mails'
import { passwordFault, type PasswordOwner, readPasswordOwner } from '@/lib/features/auth/password-strength'
import { hashPassword } from '@/lib/features/auth/passwords'
import { revokeSessionsOf } from '@/lib/features/auth/statements/sessions'
import { withdrawInvitationsTo } from '@/lib/features/members/statements/invitations'
import { inAccountsOf, insertMember, listMembers } from '@/lib/features/members/statements/members'
import { findUserByEmail, insertUser, setPasswordHash } from '@/lib/features/members/statements/users'
import { resetSecondFactor } from '@/lib/features/security/factor-changes'
import { deleteIdentitiesOf } from '@/lib/features/single-sign-on/statements'
import { inAccounts } from '@/lib/storage/engine/account-lock'

import { requireAccount } from './account-commands'
import { CommandFailure, recordCommand, type CommandContext, withCommandContext } from './command-context'
import { addMemberCommands, addSessionCommands } from './member-commands'
import { emailOf, recordOfPerson, requireUser, roleOf } from './person-arguments'
import { print, printTable, readSecret } from './terminal'

type Creation = { account: string; role: Role; passwordStdin?: boolean }
type Reset = { passwordStdin?: boolean }
const passwordStdin = ['--password-stdin', 'set the password from standard input and print nothing'] as const

export function addUserCommands(program: Command): void {
  const user = program.command('user').description('people who sign in to the panel')
  user
    .command('list')
    .option('--account <slug>', 'of one account only')
    .action(({ account }: { account?: string }) => withCommandContext((context) => list(context, account)))
  user
    .command('create')
    .description('prints a one-time sign-up link; a person who is known works in this account too')
    .argument('<email>', 'their e-mail', emailOf)
    .requiredOption('--account <slug>', 'their account')
    .requiredOption('--role <role>', roles.join(', '), roleOf)
    .option(...passwordStdin)
    .action((email: string, creation: Creation) => withCommandContext((context) => create(context, email, creation)))
  user
    .command('reset-password')
    .description('prints a one-time link')
    .argument('<email>', 'their e-mail', emailOf)
    .option(...passwordStdin)
    .action((email: string, reset: Reset) => withCommandContext((context) => resetPassword(context, email, reset)))
  user
    .command('reset-second-factor')
    .description('removes authenticator app, passkeys and recovery codes; ends all sessions')
    .argument('<email>', 'their e-mail', emailOf)
    .action((email: string) => withCommandContext((context) => resetFactors(context, email)))
  user
    .command('unlink')
    .description('removes the link to the identity provider; the next sign-in there creates a new one')
    .argument('<email>', 'their e-mail', emailOf)
    .action((email: string) => withCommandContext((context) => unlink(context, email)))
  addMemberCommands(user)
  addSessionCommands(program)
}

async function list(context: CommandContext, slug: string | undefined): Promise<void> {
  const account = slug === undefined ? undefined : await requireAccount(context, slug)
  const members = await listMembers(context.dependencies.storage.db, account?.id)
  printTable(
    members.map(({ email, role, slug: accountSlug, disabled_at, user_disabled_at }) => [
      email,
      role,
      accountSlug,
      (disabled_at ?? user_disabled_at) ? 'disabled' : '',
    ]),
  )
}

async function create(context: CommandContext, email: string, creation: Creation): Promise<void> {
  const { storage, clock } = context.dependencies
  const account = await requireAccount(context, creation.account)
  const owner = { email, name: null, accountNames: [account.name] }
  const passwordHash = creation.passwordStdin ? await readPasswordHash(owner) : null
  const [user_id, created_at] = [randomUUID(), clock().toISOString()]
  const isCreated = await insertUser(storage.db, newUser({ id: user_id, email, passwordHash, at: created_at }))
  const existingUser = isCreated ? undefined : await findUserByEmail(storage.db, email)
  const id = existingUser?.id ?? user_id
  const member = { account_id: account.id, user_id: id, role: creation.role, created_at }
  const isNew = await inAccounts(storage, [account.id], (tx) =>
    insertMember(tx, { ...member, disabled_at: null, last_seen_at: null }),
  )
  if (!isNew) {
    throw new CommandFailure(`${email} is a member of ${creation.account} already`)
  }
  await withdrawInvitationsTo(storage.db, { accountId: account.id, email, at: created_at })
  const after = { email, role: creation.role }
  await recordCommand(context, { accountId: account.id, action: 'users.create', target: id, after })
  if (existingUser) print(`${email} signs in as before, and works in ${creation.account} too`)
  else if (passwordHash === null) await printLink(context, id, 'sign_up')
}

async function resetPassword(
  context: CommandContext,
  email: string,
  { passwordStdin: readsStdin }: Reset,
): Promise<void> {
  const { storage, clock } = context.dependencies
  const user = await requireUser(context, email)
  if (!context.env.localPasswords) throw new CommandFailure('LOCAL_PASSWORDS is off: a password would open nothing')
  if (!readsStdin) {
    await printLink(context, user.id, 'reset')
    return recordOfPerson(context, user.id, { action: 'users.resetPassword', after: { email } })
  }
  const now = clock().toISOString()
  const passwordHash = await readPasswordHash(await readPasswordOwner(storage.db, user.id))
  await setPasswordHash(storage.db, user.id, { passwordHash, at: now })
  await revokeSessionsOf(storage.db, { userId: user.id }, now)
  // The running server sends the mail.
  const mail = { mailer: context.env.smtp, panelUrl: context.env.panelUrl }
  await putPasswordChangedMail(storage.db, { userId: user.id, address: null, now: new Date(now) }, mail)
  await recordOfPerson(context, user.id, { action: 'password.set', after: { email } })
}

/** For a person who lost all factors and whom no owner may help (the only owner, or a member of several accounts). */
async function resetFactors(context: CommandContext, email: string): Promise<void> {
  const { storage, clock } = context.dependencies
  const user = await requireUser(context, email)
  const now = clock()
  await inAccountsOf(storage, user.id, async (db) => {
    if (!(await resetSecondFactor(db, user.id, now.toISOString()))) {
      throw new CommandFailure(`${email} has no second factor`)
    }
    const event = { actor: 'cli', action: 'members.resetSecondFactor' as const, target: user.id, now }
    await recordInEachAccount(db, event)
  })
}

async function unlink(context: CommandContext, email: string): Promise<void> {
  const { storage, clock } = context.dependencies
  const user = await requireUser(context, email)
  if ((await deleteIdentitiesOf(storage.db, user.id)) === 0) throw new CommandFailure(`${email} is not linked`)
  await revokeSessionsOf(storage.db, { userId: user.id }, clock().toISOString())
  await recordOfPerson(context, user.id, { action: 'identities.unlink', after: { email } })
}

async function readPasswordHash(owner: PasswordOwner | undefined): Promise<string> {
  const password = await readSecret('The password')
  const fault = await passwordFault(password, owner)
  if (fault !== undefined) throw new CommandFailure(faultLines[fault])
  return hashPassword(password)
}

const faultLines: Readonly<Record<PasswordFault, string>> = {
  short: `The password is too short: it needs ${MIN_PASSWORD_LENGTH} characters`,
  long: `The password is too long: ${MAX_PASSWORD_LENGTH} characters at most`,
  common: 'The password is one of those used most',
  about_you: "Little is left of the password without the person's e-mail, name, account and the panel's name",
  guessable: 'The password would soon be guessed: add a few words that do not belong together',
}

async function printLink(
  { env, dependencies }: CommandContext,
  userId: string,
  purpose: 'sign_up' | 'reset',
): Promise<void> {
  if (!env.localPasswords) return print('LOCAL_PASSWORDS is off: they sign in through the identity provider')
  const token = await createPasswordLink(dependencies.storage.db, { userId, purpose }, dependencies.clock())
  print(`${env.panelUrl ?? `http://localhost:${env.port}`}${routes.signUp}?token=${token}`)
}
