import { randomUUID } from 'node:crypto'

import { type Command, InvalidArgumentError } from 'commander'

import { passwordProblem } from '@/lib/domain/password-rules'
import { isRole, type Role, roles } from '@/lib/domain/roles'
import { routes } from '@/lib/domain/routes'
import { revokeSessionsOfUser } from '@/lib/storage/accounts/sessions'
import { findUserByEmail, insertUser, listUsers, setPasswordHash } from '@/lib/storage/accounts/users'

import { isEmail, normaliseEmail } from '../access/emails'
import { hashPassword } from '../access/passwords'
import { createSignUpLink } from '../access/sign-up-links'
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
  const users = await listUsers(at.dependencies.storage.db, account?.id)
  printTable(users.map(({ email, role, slug: of, disabled_at }) => [email, role, of, disabled_at ? 'disabled' : '']))
}

async function create(at: CommandContext, email: string, creation: Creation): Promise<void> {
  const { storage, clock } = at.dependencies
  const account = await requireAccount(at, creation.account)
  const passwordHash = creation.passwordStdin ? await readPasswordHash() : null
  const id = randomUUID()
  const made = await insertUser(storage.db, {
    id,
    account_id: account.id,
    email,
    role: creation.role,
    password_hash: passwordHash,
    created_at: clock().toISOString(),
    disabled_at: null,
  })
  if (!made) throw new CommandFailure(`There is already a user ${email}`)
  const after = { email, role: creation.role }
  await recordCommand(at, { accountId: account.id, action: 'users.create', target: id, after })
  if (passwordHash === null) await printLink(at, id, 'sign_up')
}

async function resetPassword(at: CommandContext, email: string, { passwordStdin: given }: Reset): Promise<void> {
  const { storage, clock } = at.dependencies
  const user = await findUserByEmail(storage.db, email)
  if (!user) throw new CommandFailure(`There is no user ${email}`)
  const event = { accountId: user.account_id, target: user.id, after: { email } }
  if (!given) {
    await printLink(at, user.id, 'reset')
    return recordCommand(at, { ...event, action: 'users.resetPassword' })
  }
  await setPasswordHash(storage.db, user.id, await readPasswordHash())
  await revokeSessionsOfUser(storage.db, user.id, clock().toISOString())
  await recordCommand(at, { ...event, action: 'password.set' })
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
  const token = await createSignUpLink(dependencies.storage.db, { userId, purpose }, dependencies.clock())
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
