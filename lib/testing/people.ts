import { randomUUID } from 'node:crypto'

import type { Role } from '@/lib/domain/roles'
import { newUser } from '@/lib/features/auth/emails'
import { insertMember } from '@/lib/features/members/statements/members'
import { insertUser } from '@/lib/features/members/statements/users'
import type { Storage } from '@/lib/storage/storage'
import { asAccountTx } from '@/lib/testing/as-account-tx'

type NewMember = {
  readonly accountId: string
  readonly role?: Role
  readonly email?: string
  readonly passwordHash?: string | null
  /** ISO 8601; start of the membership. */
  readonly at?: string
  /** Disabled by the operator in all accounts. */
  readonly disabled?: boolean
}

export async function makeMember({ db }: Pick<Storage, 'db'>, member: NewMember) {
  const { accountId, role = 'owner', at = new Date().toISOString(), passwordHash = null, disabled = false } = member
  const id = randomUUID()
  const email = member.email ?? `${id}@example.test`
  await insertUser(db, { ...newUser({ id, email, passwordHash, at }), disabled_at: disabled ? at : null })
  const row = { account_id: accountId, user_id: id, role, created_at: at, disabled_at: null, last_seen_at: null }
  await insertMember(asAccountTx(db), row)
  return { id, email, role, account_id: accountId }
}
