import { randomUUID } from 'node:crypto'

import { type Command, InvalidArgumentError } from 'commander'

import type { AuditAction, AuditDetails } from '@/lib/domain/audit/audit-words'
import { passwordProblem } from '@/lib/domain/password-rules'
import { isRole, type Role, roles } from '@/lib/domain/roles'
import { routes } from '@/lib/domain/routes'
import { insertMember, listMembers, listMembershipsOf } from '@/lib/storage/people/members'
import { revokeSessionsOf } from '@/lib/storage/people/sessions'
import { findUserByEmail, insertUser, setPasswordHash } from '@/lib/storage/people/users'

import { isEmail, normaliseEmail } from '../access/emails'
import { createPasswordLink } from '../access/one-time-links'
import { hashPassword } from '../access/passwords'
import { newUser } from '../access/users'
import { requireAccount } from './account-commands'
import { CommandFailure, recordCommand, type CommandContext, withCommandContext } from './command-context'
import { print, printTable, readSecret } from './terminal'

type Creation = { account: string; role: Role; passwordStdin?: boolean }
type Reset = { passwordStdin?: boolean }
const passwordStdin = ['--password-stdin', 'set the password from standard input and print nothing'] as const

export function addUserCommands(program: Command): void {
  const user = program.command('user').description('people who sign in to the panel')
  user
    .command('list')
    .option('--account <slug>', 'of one account only')
    .action(({ account }: { account?: string }) => withCommandContext((at) => list(at, account)))
  user
    .command('create')
    .description('prints a one-time sign-up link')
    .argument('<email>', 'their e-mail', emailOf)
    .requiredOption('--account <slug>', 'their account')
    .requiredOption('--role <role>', roles.join(', '), roleOf)
    .option(...passwordStdin)
    .action((email: string, creation: Creation) => withCommandContext((at) => create(at, email, creation)))
  user
    .command('reset-password')
    .description('prints a one-time link')
    .argument('<email>', 'their e-mail', emailOf)
    .option(...passwordStdin)
    .action((email: string, reset: Reset) => withCommandContext((at) => resetPassword(at, email, reset)))
}

async function list(at: CommandContext, slug: string | undefined): Promise<void> {
  const account = slug === undefined ? undefined : await requireAccount(at, slug)
  const members = await listMembers(at.dependencies.storage.db, account?.id)
  printTable(
    members.map(({ email, role, slug: of, disabled_at, user_disabled_at }) => [
      email,
      role,
      of,
      (disabled_at ?? user_disabled_at) ? 'disabled' : '',
    ]),
  )
}

async function create(at: CommandContext, email: string, creation: Creation): Promise<void> {
  const { storage, clock } = at.dependencies
  const account = await requireAccount(at, creation.account)
  const passwordHash = creation.passwordStdin ? await readPasswordHash() : null
  const [user_id, created_at] = [randomUUID(), clock().toISOString()]
  const made = await insertUser(storage.db, newUser({ id: user_id, email, passwordHash, at: created_at }))
  if (!made) throw new CommandFailure(`There is already a user ${email}`)
  const member = { account_id: account.id, user_id, role: creation.role, created_at }
  await insertMember(storage.db, { ...member, disabled_at: null, last_seen_at: null })
  const after = { email, role: creation.role }
  await recordCommand(at, { accountId: account.id, action: 'users.create', target: user_id, after })
  if (passwordHash === null) await printLink(at, user_id, 'sign_up')
}

async function resetPassword(at: CommandContext, email: string, { passwordStdin: given }: Reset): Promise<void> {
  const { storage, clock } = at.dependencies
  const user = await findUserByEmail(storage.db, email)
  if (!user) throw new CommandFailure(`There is no user ${email}`)
  const accounts = await listMembershipsOf(storage.db, user.id)
  const recordInEach = async (event: { action: AuditAction; after?: AuditDetails }) => {
    for (const { account_id: accountId } of accounts) await recordCommand(at, { ...event, accountId, target: user.id })
  }
  if (!given) {
    await printLink(at, user.id, 'reset')
    return recordInEach({ action: 'users.resetPassword', after: { email } })
  }
  const now = clock().toISOString()
  await setPasswordHash(storage.db, user.id, { passwordHash: await readPasswordHash(), at: now })
  await revokeSessionsOf(storage.db, { userId: user.id }, now)
  await recordInEach({ action: 'password.set', after: { email } })
}

async function readPasswordHash(): Promise<string> {
  const password = await readSecret('The password')
  const problem = passwordProblem(password, password)
  if (problem) throw new CommandFailure(problem === 'short' ? 'The password is too short' : 'The password is too long')
  return hashPassword(password)
}

async function printLink(
  { env, dependencies }: CommandContext,
  userId: string,
  purpose: 'sign_up' | 'reset',
): Promise<void> {
  const token = await createPasswordLink(dependencies.storage.db, { userId, purpose }, dependencies.clock())
  print(`${env.panelUrl ?? `http://localhost:${env.port}`}${routes.signUp}?token=${token}`)
}

function emailOf(value: string): string {
  if (isEmail(value.trim())) return normaliseEmail(value)
  throw new InvalidArgumentError('That is not an e-mail address.')
}

function roleOf(value: string): Role {
  if (isRole(value)) return value
  throw new InvalidArgumentError(`Choose one of ${roles.join(', ')}.`)
}
