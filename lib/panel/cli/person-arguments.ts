import { InvalidArgumentError } from 'commander'

import { isRole, type Role, roles } from '@/lib/domain/roles'
import { listMembershipsOf } from '@/lib/storage/people/members'
import type { UserTable } from '@/lib/storage/people/tables'
import { findUserByEmail } from '@/lib/storage/people/users'

import { isEmail, normaliseEmail } from '../access/emails'
import type { AuditEvent } from '../audit/audit'
import { CommandFailure, type CommandContext, recordCommand } from './command-context'

export function emailOf(value: string): string {
  if (isEmail(value.trim())) return normaliseEmail(value)
  throw new InvalidArgumentError('That is not an e-mail address.')
}

export function roleOf(value: string): Role {
  if (isRole(value)) return value
  throw new InvalidArgumentError(`Choose one of ${roles.join(', ')}.`)
}

export async function requireUser(at: CommandContext, email: string): Promise<UserTable> {
  const user = await findUserByEmail(at.dependencies.storage.db, email)
  if (!user) throw new CommandFailure(`There is no user ${email}`)
  return user
}

/** What was done to a person, in the audit log of each account that they are a member of. */
export async function recordOfPerson(
  at: CommandContext,
  userId: string,
  event: Pick<AuditEvent, 'action' | 'after'>,
): Promise<void> {
  for (const { account_id: accountId } of await listMembershipsOf(at.dependencies.storage.db, userId)) {
    await recordCommand(at, { ...event, accountId, target: userId })
  }
}
