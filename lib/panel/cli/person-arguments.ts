import { InvalidArgumentError } from 'commander'

import { isRole, type Role, roles } from '@/lib/domain/roles'
import type { UserTable } from '@/lib/storage/people/tables'
import { findUserByEmail } from '@/lib/storage/people/users'

import { isEmail, normaliseEmail } from '../access/emails'
import { CommandFailure, type CommandContext } from './command-context'

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
