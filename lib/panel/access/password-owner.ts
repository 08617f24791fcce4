import { listAccountsOf } from '@/lib/storage/people/members'
import { findUser } from '@/lib/storage/people/users'
import type { Db } from '@/lib/storage/storage'

import type { PasswordOwner } from './password-strength'

/** What is known of a person, which a password of theirs must not be made of; undefined when there is no such person. */
export async function readPasswordOwner(db: Db, userId: string): Promise<PasswordOwner | undefined> {
  const user = await findUser(db, userId)
  if (!user) return undefined
  const accounts = await listAccountsOf(db, userId)
  return { email: user.email, name: user.name, accountNames: accounts.map(({ name }) => name) }
}
