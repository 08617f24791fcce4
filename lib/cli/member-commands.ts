import type { Command } from 'commander'

import { type Role, roles } from '@/lib/domain/roles'
import { revokeSessionsOf } from '@/lib/features/auth/statements/sessions'
import { deleteUser } from '@/lib/features/members/delete-user'
import { type ChangeAuthor, setMemberDisabled, setMemberRole } from '@/lib/features/members/members'
import { updateUser } from '@/lib/features/members/statements/users'
import type { UserTable } from '@/lib/features/members/tables'

import { requireAccount } from './account-commands'
import { CommandFailure, type CommandContext, withCommandContext } from './command-context'
import { emailOf, recordOfPerson, requireUser, roleOf } from './person-arguments'
import { print } from './terminal'

/** Commands for what an owner does in the browser, and for what only the operator may do. */
export function addMemberCommands(user: Command): void {
  const ofAccount = ['--account <slug>', 'in this account only; otherwise everywhere'] as const
  user
    .command('set-role')
    .argument('<email>', 'their e-mail', emailOf)
    .argument('<role>', roles.join(', '), roleOf)
    .requiredOption('--account <slug>', 'in which account')
    .action((email: string, role: Role, { account }: { account: string }) =>
      withCommandContext((context) => setRole(context, { email, account, role })),
    )
  for (const [verb, disabled] of [['disable', true] as const, ['enable', false] as const]) {
    user
      .command(verb)
      .argument('<email>', 'their e-mail', emailOf)
      .option(...ofAccount)
      .action((email: string, { account }: { account?: string }) =>
        withCommandContext((context) =>
          setDisabled(context, { email, disabled, ...(account !== undefined && { account }) }),
        ),
      )
  }
  user
    .command('delete')
    .description('deletes a person; what they did stays in the logs')
    .argument('<email>', 'their e-mail', emailOf)
    .action((email: string) => withCommandContext((context) => remove(context, email)))
}

export function addSessionCommands(program: Command): void {
  program
    .command('sessions')
    .description('where people are signed in')
    .command('end')
    .description('ends every session of a person')
    .argument('<email>', 'their e-mail', emailOf)
    .action((email: string) => withCommandContext((context) => endSessions(context, email)))
}

const authorOf = ({ env, dependencies: { clock } }: CommandContext): ChangeAuthor => ({
  actor: 'cli',
  now: clock(),
  sendsMail: env.smtp !== undefined,
})

type RoleChange = { readonly email: string; readonly account: string; readonly role: Role }

async function setRole(context: CommandContext, { email, account: slug, role }: RoleChange): Promise<void> {
  const [user, account] = [await requireUser(context, email), await requireAccount(context, slug)]
  const key = { accountId: account.id, userId: user.id }
  await setMemberRole(context.dependencies.storage, key, { ...authorOf(context), role })
}

type DisabledChange = { readonly email: string; readonly account?: string; readonly disabled: boolean }

async function setDisabled(context: CommandContext, { email, account: slug, disabled }: DisabledChange): Promise<void> {
  const user = await requireUser(context, email)
  if (slug === undefined) return setUserDisabled(context, user, disabled)
  const account = await requireAccount(context, slug)
  const key = { accountId: account.id, userId: user.id }
  await setMemberDisabled(context.dependencies.storage, key, { ...authorOf(context), disabled })
}

/** Disables in all accounts. The operator may also disable a last owner, because nobody else could. */
async function setUserDisabled(context: CommandContext, user: UserTable, disabled: boolean): Promise<void> {
  if ((user.disabled_at !== null) === disabled) return
  const { storage, clock } = context.dependencies
  const now = clock().toISOString()
  await updateUser(storage.db, user.id, { disabled_at: disabled ? now : null })
  if (disabled) await revokeSessionsOf(storage.db, { userId: user.id }, now)
  const action = disabled ? 'users.disable' : 'users.enable'
  await recordOfPerson(context, user.id, { action, after: { email: user.email } })
}

async function endSessions(context: CommandContext, email: string): Promise<void> {
  const { storage, clock } = context.dependencies
  const user = await requireUser(context, email)
  const ended = await revokeSessionsOf(storage.db, { userId: user.id }, clock().toISOString())
  const after = { email, sessions: ended }
  if (ended > 0) await recordOfPerson(context, user.id, { action: 'members.endSessions', after })
  print(`${ended} sessions ended`)
}

async function remove(context: CommandContext, email: string): Promise<void> {
  const { storage, clock } = context.dependencies
  const user = await requireUser(context, email)
  const result = await deleteUser(storage, { userId: user.id, actor: 'cli', now: clock() })
  if (result.state === 'last_owner') {
    throw new CommandFailure(
      `${email} is the last owner of an account: make somebody else an owner first, or delete the account`,
    )
  }
  if (result.state === 'unknown') throw new CommandFailure(`There is no user ${email}`)
}
