import { lockAccount } from '@/lib/storage/engine/account-lock'
import { listMembershipsOf } from '@/lib/storage/people/members'
import type { MemberTable } from '@/lib/storage/people/tables'
import type { Storage } from '@/lib/storage/storage'

import { type AuditEvent, recordAuditIn } from '../audit/audit'

type Store = Pick<Storage, 'db' | 'engine'>
export type PersonsEvent = Omit<AuditEvent, 'accountId'>

/** The person's memberships with their accounts locked, in the order that every transaction takes. Within a transaction. */
export async function lockMemberships({ db, engine }: Store, userId: string): Promise<MemberTable[]> {
  const memberships = await listMembershipsOf(db, userId)
  for (const { account_id } of memberships) await lockAccount(db, engine, account_id)
  return memberships
}

/**
 * How a person signs in matters to every account that lets them in: one entry in each. The caller holds the locks, or begins its
 * transaction with this.
 */
export async function recordForPerson(store: Store, userId: string, event: PersonsEvent): Promise<void> {
  for (const { account_id: accountId } of await lockMemberships(store, userId)) {
    await recordAuditIn(store, { ...event, accountId })
  }
}
