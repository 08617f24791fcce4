import { routes } from '@/lib/domain/routes'
import type { CapMeterReading } from '@/lib/features/spend-cap/cap-history'
import { lastCapNumber } from '@/lib/features/spend-cap/statements/cap-changes'
import { inAccount } from '@/lib/storage/engine/account-lock'
import type { Db } from '@/lib/storage/storage'

import type { ConditionOf } from '../contract/conditions'
import { findRuleCursor, lockRuleCursor, moveRuleCursor } from '../statements/cursors'
import { insertRuleHits, listExistingOccurrences, type NewHit } from '../statements/hits'
import { readEndedSpending } from './ended-spending'
import { lastChangeOf, listRulesOfKind, type RuleCheckContext, type RuleKindOf } from './kind'
import { mailOfSpend, reachedIn, describeSpend, spendHeadline } from './spend-description'
import { type ThresholdHit, reachedThresholdsOf, readSpending } from './spend-reading'

const KIND = 'spend'
/** Interval between requests to the service; a changed rule triggers an additional one. */
const EVERY_MS = 2 * 60_000

async function find(checkContext: RuleCheckContext): Promise<void> {
  const { now } = checkContext
  const state = await readSpendRules(checkContext)
  const { rules, mark } = state
  if (mark !== '' && lastChangeOf(rules) < mark && now.getTime() - Date.parse(mark) < EVERY_MS) return
  await compare(checkContext, state)
}

/** Reads the rules and the last check; the mark is empty before the first check. */
async function readSpendRules({ storage: { db }, account }: RuleCheckContext) {
  const cursor = await findRuleCursor(db, { account_id: account.id, kind: KIND })
  return { rules: await listRulesOfKind(db, account.id, KIND), mark: cursor?.mark ?? '' }
}

/**
 * Compares the account's rules with the current numbers. A threshold is found once per period (a percentage of the cap
 * once per cap), regardless of how many processes check and how often. `newMeter`: a meter that the caller has just
 * read.
 */
export async function findSpending(checkContext: RuleCheckContext, newMeter?: CapMeterReading): Promise<void> {
  await compare(checkContext, { ...(await readSpendRules(checkContext)), newMeter })
}

type SpendRuleState = Awaited<ReturnType<typeof readSpendRules>> & { readonly newMeter?: CapMeterReading | undefined }

async function compare(
  checkContext: RuleCheckContext,
  { rules: currentRules, mark, newMeter }: SpendRuleState,
): Promise<void> {
  const { account, now } = checkContext
  if (currentRules.length === 0) return
  const conditions = currentRules.map(({ condition }) => condition)
  const spending = await readSpending(checkContext, conditions, newMeter)
  const ended = await readEndedSpending(checkContext, spending, mark)
  await inAccount(checkContext, async (db) => {
    const cursor = await lockRuleCursor(db, { account_id: account.id, kind: KIND })
    const capNumber = await lastCapNumber(db, account.id)
    for (const { id, condition, created_at: createdAt } of await listRulesOfKind(db, account.id, KIND)) {
      const origin = { accountId: account.id, at: now.toISOString() }
      // Ended periods come first, so that they are reported before the current one; periods before the rule existed are
      // skipped.
      const endedPeriodHits =
        ended && condition.measure === 'actual' ? reachedThresholdsOf(condition, ended, capNumber) : []
      for (const reached of [
        endedPeriodHits.filter(({ endsAt }) => createdAt < endsAt),
        reachedThresholdsOf(condition, spending, capNumber),
      ])
        await insertRuleHits(db, origin, await newThresholdHits(db, id, reached))
    }
    await moveRuleCursor(db, { ...cursor, mark: now.toISOString() })
  })
}

/** Several thresholds reached at once become one message about the highest. */
async function newThresholdHits(db: Db, ruleId: string, reached: readonly ThresholdHit[]): Promise<NewHit[]> {
  const occurrences = reached.map(({ occurrence }) => occurrence)
  const existing = await listExistingOccurrences(db, ruleId, occurrences)
  const newHits = reached.filter(({ occurrence }) => !existing.has(occurrence))
  const lower = newHits.slice(0, -1)
  return newHits.map(({ occurrence, content }, index) => ({
    rule_id: ruleId,
    occurrence,
    subject_key: `spend:${ruleId}`,
    content: JSON.stringify({ ...content, also: lower.map(({ threshold }) => threshold) }),
    isSilent: index < lower.length,
  }))
}

async function reachedNow(checkContext: RuleCheckContext, condition: ConditionOf<'spend'>): Promise<readonly number[]> {
  const spending = await readSpending(checkContext, [condition])
  return reachedThresholdsOf(condition, spending, 0).map(({ threshold }) => threshold)
}

export const spendKind: RuleKindOf<'spend'> = {
  name: KIND,
  find,
  nextCheck: (now) => new Date(now.getTime() + EVERY_MS),
  // Earlier meter readings are not stored, so there is nothing to preview.
  preview: () => Promise.resolve({ since: undefined, found: [] }),
  messageType: () => 'spend.threshold',
  headline: (locale, { count, all }) => spendHeadline(locale, count, all),
  describe: describeSpend,
  path: routes.usage,
  isCheckedOnSave: true,
  mail: mailOfSpend,
  reachedNow,
  reachedIn,
}
