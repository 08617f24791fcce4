import { maySpend } from '@/lib/domain/spending'
import { listReaders } from '@/lib/storage/panel/rules/rules'
import { readAccountSettings } from '@/lib/storage/people/account-settings'
import type { Db } from '@/lib/storage/storage'

/** Whoever pays has to be a member of the account who may spend. */
export async function mayPay(db: Db, accountId: string, userId: string): Promise<boolean> {
  const member = (await listReaders(db, accountId)).find(({ user_id: id }) => id === userId)
  if (member === undefined) return false
  return maySpend(member.role, (await readAccountSettings(db, accountId)).spending_roles)
}
