import { InvalidArgumentError } from 'commander'

import { isRole, type Role, roles } from '@/lib/domain/roles'
import type { AuditEvent } from '@/lib/features/audit/audit'
import { isEmail, normaliseEmail } from '@/lib/features/auth/emails'
import { listMembershipsOf } from '@/lib/features/members/statements/members'
import { findUserByEmail } from '@/lib/features/members/statements/users'
import type { UserTable } from '@/lib/features/members/tables'

import { CommandFailure, type CommandContext, recordCommand } from './command-context'

export function emailOf(value: string): string {
  if (isEmail(value.trim())) return normaliseEmail(value)
  throw new InvalidArgumentError('That is not an e-mail address.')
}

export function roleOf(value: string): Role {
  if (isRole(value)) return value
  throw new InvalidArgumentError(`Choose one of ${roles.join(', ')}.`)
}

export async function requireUser(context: CommandContext, email: string): Promise<UserTable> {
  const user = await findUserByEmail(context.dependencies.storage.db, email)
  if (!user) throw new CommandFailure(`There is no user ${email}`)
  return user
}

/** Records an action on a person in the audit log of each account they are a member of. */
export async function recordOfPerson(
  context: CommandContext,
  userId: string,
  event: Pick<AuditEvent, 'action' | 'after'>,
): Promise<void> {
  for (const { account_id: accountId } of await listMembershipsOf(context.dependencies.storage.db, userId)) {
    await recordCommand(context, { ...event, accountId, target: userId })
  }
}
