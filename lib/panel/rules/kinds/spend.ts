import type { ConditionOf } from '@/lib/contract/panel/rule-conditions'
import { routes } from '@/lib/domain/routes'
import { inAccount } from '@/lib/storage/engine/account-lock'
import { findRuleCursor, lockRuleCursor, moveRuleCursor } from '@/lib/storage/panel/rules/cursors'
import { insertRuleHits, listFoundBefore, type NewHit } from '@/lib/storage/panel/rules/hits'
import { listEnabledRules } from '@/lib/storage/panel/rules/rules'
import type { RuleTable } from '@/lib/storage/panel/rules/tables'
import { lastCapNumber } from '@/lib/storage/panel/spend/cap-changes'
import type { Db } from '@/lib/storage/storage'

import type { CapMeterReading } from '../../spend/cap-history'
import { readEnded } from './ended-spending'
import { type Looking, type RuleKindOf, toRule } from './kind'
import { mailOfSpend, reachedIn, saySpend, spendHeadline } from './said-spend'
import { type Reached, reachedOf, readSpending } from './spend-reading'

const KIND = 'spend'
/** The service is asked this often, and once more where a rule was changed. */
const EVERY_MS = 2 * 60_000

const isOfKind = ({ kind }: RuleTable): boolean => kind === KIND

async function find(looking: Looking): Promise<void> {
  const { storage, account, now } = looking
  const rows = (await listEnabledRules(storage.db, account.id)).filter(isOfKind)
  const known = await findRuleCursor(storage.db, { account_id: account.id, kind: KIND })
  const changed = rows.map(({ updated_at: at }) => at).reduce((a, b) => (a > b ? a : b), '')
  if (known && changed < known.mark && now.getTime() - Date.parse(known.mark) < EVERY_MS) return
  await findSpending(looking)
}

/**
 * Compares the account's rules with the numbers of now. A threshold is found once in a period (one in percent of the cap once for each
 * cap), however many processes look and however often. `seen`: a meter that was read just now.
 */
export async function findSpending(looking: Looking, seen?: CapMeterReading): Promise<void> {
  const { storage, account, now } = looking
  const rows = (await listEnabledRules(storage.db, account.id)).filter(isOfKind)
  if (rows.length === 0) return
  const conditions = rows.map((row) => toRule<'spend'>(row).condition)
  const spending = await readSpending(looking, conditions, seen)
  const last = await findRuleCursor(storage.db, { account_id: account.id, kind: KIND })
  const ended = await readEnded(looking, spending, last?.mark ?? '')
  await inAccount(looking, async (db) => {
    const cursor = await lockRuleCursor(db, { account_id: account.id, kind: KIND })
    const capNumber = await lastCapNumber(db, account.id)
    const rules = (await listEnabledRules(db, account.id)).filter(isOfKind)
    for (const row of rules) {
      const { condition } = toRule<'spend'>(row)
      const found = { accountId: account.id, at: now.toISOString() }
      // First, so that what ended is told before what began; nothing of a period in which the rule was not there yet.
      const late = ended && condition.measure === 'actual' ? reachedOf(condition, ended, capNumber) : []
      for (const reached of [
        late.filter(({ endsAt }) => row.created_at < endsAt),
        reachedOf(condition, spending, capNumber),
      ])
        await insertRuleHits(db, found, await freshHits(db, row.id, reached))
    }
    await moveRuleCursor(db, { ...cursor, mark: now.toISOString() })
  })
}

/** Several at once are one message: the highest says it all. */
async function freshHits(db: Db, ruleId: string, reached: readonly Reached[]): Promise<NewHit[]> {
  const occurrences = reached.map(({ occurrence }) => occurrence)
  const known = await listFoundBefore(db, ruleId, occurrences)
  const fresh = reached.filter(({ occurrence }) => !known.has(occurrence))
  const lower = fresh.slice(0, -1)
  return fresh.map(({ occurrence, said }, index) => ({
    rule_id: ruleId,
    occurrence,
    subject_key: `spend:${ruleId}`,
    content: JSON.stringify({ ...said, also: lower.map(({ threshold }) => threshold) }),
    isSilent: index < lower.length,
  }))
}

/** What is reached at this moment, whatever was told before. */
async function reachedNow(looking: Looking, condition: ConditionOf<'spend'>): Promise<readonly number[]> {
  const spending = await readSpending(looking, [condition])
  return reachedOf(condition, spending, 0).map(({ threshold }) => threshold)
}

export const spendKind: RuleKindOf<'spend'> = {
  name: KIND,
  find,
  nextLook: (now) => new Date(now.getTime() + EVERY_MS),
  // What the meter said at other times is not kept.
  lookBack: () => Promise.resolve({ since: undefined, found: [] }),
  messageType: () => 'spend.threshold',
  headline: (locale, { count, all }) => spendHeadline(locale, count, all),
  say: saySpend,
  path: routes.usage,
  isLookedAtOnce: true,
  mail: mailOfSpend,
  reachedNow,
  reachedIn,
}
