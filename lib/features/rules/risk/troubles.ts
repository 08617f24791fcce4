import { startOfDay, warsawDay, warsawMonth } from '@/lib/domain/calendar'
import type { Db } from '@/lib/storage/storage'

import type { RuleTrouble } from '../contract/troubles'
import { countDueRiskAsks } from '../statements/risk-asks'
import { findRiskWatch, riskUnitsIn } from '../statements/risk-watches'
import { listPayingRules, type PayingRule } from './payers'

type TroubleQuery = { readonly accountId: string; readonly now: Date }

/**
 * For each rule, the number of companies whose reading is blocked, and why. Companies that are simply next in the queue
 * are not reported.
 */
export async function listRiskTroubles(
  db: Db,
  { accountId, now }: TroubleQuery,
): Promise<ReadonlyMap<string, RuleTrouble>> {
  const rules = await listPayingRules(db, accountId)
  if (rules.length === 0) return new Map()
  const watch = await findRiskWatch(db, accountId)
  const used = riskUnitsIn(watch, warsawMonth(now))
  const dayStart = startOfDay(warsawDay(now)).toISOString()
  const dueCounts = new Map((await countDueRiskAsks(db, { accountId, dayStart })).map((each) => [each.rule_id, each]))
  return new Map(
    rules.flatMap((rule): [string, RuleTrouble][] => {
      const waits = dueCounts.get(rule.id)
      const code = codeOf(rule, used) ?? watch?.problem
      return waits && code ? [[rule.id, { code, since: waits.since, waiting: waits.count }]] : []
    }),
  )
}

function codeOf({ mayPay, condition }: PayingRule, used: number): RuleTrouble['code'] | undefined {
  if (!mayPay) return 'may_not_spend'
  return used >= condition.budget_units ? 'budget' : undefined
}
