import type { Spender } from '@/lib/contract/panel/account-settings'
import { maySpend } from '@/lib/domain/spending'
import { listReaders } from '@/lib/storage/panel/rules/rules'
import { TEAM } from '@/lib/storage/panel/saved-views/saved-views'
import { listSpending } from '@/lib/storage/panel/spend/spenders'
import { readAccountSettings } from '@/lib/storage/people/account-settings'

import type { PanelContext } from '../context'
import { RISK } from '../rules/risk/payers'

/**
 * What runs by itself and may spend, as the setting shows it that decides about it. Whether it may is told by the same right that each
 * of them is held to when it runs.
 */
export async function listSpenders({ storage: { db }, account, user, isEmbedded }: PanelContext): Promise<Spender[]> {
  const { rules, checks, runs, reports, watch } = await listSpending(db, account.id, RISK)
  const { spending_roles: stored } = await readAccountSettings(db, account.id)
  const members = new Map((await listReaders(db, account.id)).map((member) => [member.user_id, member]))
  const paidBy = (id: string | null): Pick<Spender, 'payer' | 'may_spend'> => {
    const member = id === null ? undefined : members.get(id)
    return { payer: member?.email ?? null, may_spend: member !== undefined && maySpend(member.role, stored) }
  }
  /** An own thing is named to its owner alone. */
  const nameOf = ({ name, owner }: { readonly name: string; readonly owner: string }) =>
    owner === TEAM || owner === user.id ? name : null
  return [
    ...rules.map((rule): Spender => ({
      kind: 'risk_rule',
      id: rule.id,
      name: nameOf(rule),
      ...paidBy(rule.owner === TEAM ? (rule.payer ?? rule.created_by) : rule.owner),
      budget_units: budgetIn(rule.condition),
    })),
    ...checks.map(({ id, name, payer, budget_units }): Spender => ({
      kind: 'white_list_schedule',
      id,
      name,
      ...paidBy(payer),
      budget_units,
    })),
    ...runs.map(({ id, name, payer }): Spender => ({
      kind: 'white_list_run',
      id,
      name: name === '' ? null : name,
      ...paidBy(payer),
      budget_units: null,
    })),
    ...reports.map((schedule): Spender => ({
      kind: 'report_schedule',
      id: schedule.id,
      name: nameOf(schedule),
      // Of the team's from before the person was kept, nobody can be named, and nobody's right ends it.
      ...(schedule.owner === TEAM && schedule.payer === null
        ? { payer: null, may_spend: true }
        : paidBy(schedule.owner === TEAM ? schedule.payer : schedule.owner)),
      budget_units: null,
    })),
    // The embedded service has its notices in the same store: they cost nothing.
    ...(watch && !isEmbedded ? [bzpBudget(account.id, watch.budget_units)] : []),
  ]
}

const bzpBudget = (id: string, units: number): Spender => ({
  kind: 'bzp_budget',
  id,
  name: null,
  payer: null,
  may_spend: true,
  budget_units: units,
})

/** Sound: the schema of the condition has checked it. */
const budgetIn = (condition: string): number =>
  (JSON.parse(condition) as { readonly budget_units: number }).budget_units
