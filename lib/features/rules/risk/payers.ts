import { type Role } from '@/lib/domain/roles'
import { maySpend, readSpendingRoles } from '@/lib/domain/spending'
import { readAccountSettings } from '@/lib/features/account-settings/statements'
import { HttpError } from '@/lib/http/errors'
import type { PanelContext } from '@/lib/panel/context'
import { TEAM_OWNER } from '@/lib/storage/owned'
import type { Db } from '@/lib/storage/storage'

import { listRulesOfKind, type RuleOf } from '../kinds/kind'
import { listReaders } from '../statements/rules'

export const RISK = 'risk'

export const listRiskRules = (db: Db, accountId: string): Promise<RuleOf<'risk'>[]> =>
  listRulesOfKind(db, accountId, RISK)

export type PayingRule = RuleOf<'risk'> & { readonly mayPay: boolean }

/** A rule, including a team rule, may spend only while the person who enabled it has the right to spend. */
export async function listPayingRules(db: Db, accountId: string): Promise<PayingRule[]> {
  const rules = await listRiskRules(db, accountId)
  if (rules.length === 0) return []
  const { spending_roles: stored } = await readAccountSettings(db, accountId)
  const members = new Map((await listReaders(db, accountId)).map(({ user_id: id, role }) => [id, role] as const))
  const mayPay = (role: Role | undefined) => role !== undefined && maySpend(role, stored)
  return rules.map((rule) => ({ ...rule, mayPay: mayPay(members.get(payerOf(rule))) }))
}

/** The user who must have the right to spend while the rule pays for readings. */
export const payerOf = ({ owner, payer, created_by }: RuleOf<'risk'>): string =>
  owner === TEAM_OWNER ? (payer ?? created_by) : owner

export async function mayPayForRisk({ storage, account, user }: PanelContext): Promise<boolean> {
  const { spending_roles: stored } = await readAccountSettings(storage.db, account.id)
  return maySpend(user.role, stored)
}

/** Readings cost money, so only users who may spend can enable or change such a rule. Any editor may disable it. */
export async function requireMayPay({ enabled }: { readonly enabled: boolean }, context: PanelContext): Promise<void> {
  if (!enabled || (await mayPayForRisk(context))) return
  const { spending_roles: stored } = await readAccountSettings(context.storage.db, context.account.id)
  throw new HttpError('spending_not_allowed', 'The account does not let your role request risk readings', {
    extra: { roles: readSpendingRoles(stored) },
  })
}
