import { setBackBy } from '@/lib/domain/delivery/back-off'
import { inAccounts } from '@/lib/storage/engine/account-lock'
import { insertRuleHits, type NewHit } from '@/lib/storage/panel/rules/hits'
import { takeRiskAsks } from '@/lib/storage/panel/rules/risk-asks'
import { findLastRiskReading, keepRiskReading } from '@/lib/storage/panel/rules/risk-readings'
import type { RiskAskTable, RiskReadingTable } from '@/lib/storage/panel/rules/risk-tables'
import { findRiskWatch, settleRiskUnit, updateRiskWatch } from '@/lib/storage/panel/rules/risk-watches'
import type { Db, Storage } from '@/lib/storage/storage'

import type { Assessed, Assessment } from './assessing'
import { isToldOf, saidRiskOf } from './compare'
import { listRiskRules } from './payers'

type Settling = { readonly storage: Storage; readonly now: Date }

/** What it cost, what was read, what rules tell of it and what is thereby answered are one transaction. False: the service refused. */
export function settleRisk({ storage, now }: Settling, ask: RiskAskTable, assessed: Assessed): Promise<boolean> {
  const { account_id: accountId } = ask
  const { kind, units } = assessed
  return inAccounts(storage, [accountId], async (db) => {
    const counted = { units, companies: Number(kind === 'read'), unknown: Number(kind === 'unknown') }
    await settleRiskUnit(db, accountId, counted)
    if (kind === 'refused') {
      const watch = await findRiskWatch(db, accountId)
      await updateRiskWatch(
        db,
        accountId,
        setBackBy(assessed, { failures: watch?.failures ?? 0, now, longestMs: LONGEST_WAIT_MS }),
      )
      return false
    }
    await updateRiskWatch(db, accountId, { problem: null, failures: 0, retry_at: null })
    const taken = await takeRiskAsks(db, ask)
    // Nobody asks for it any more, or another process has told of it.
    if (kind === 'unknown' || taken.length === 0) return true
    const { assessment } = assessed
    const before = await findLastRiskReading(db, ask)
    const reading = readingOf(ask, assessment, now)
    await keepRiskReading(db, reading)
    const hits = await hitsOf(db, { taken, before, reading, assessment })
    await insertRuleHits(db, { accountId, at: now.toISOString() }, hits)
    return true
  })
}

const readingOf = (
  { account_id, subject }: RiskAskTable,
  { score, level, factors }: Assessment,
  now: Date,
): RiskReadingTable => ({ account_id, subject, read_at: now.toISOString(), score, level, factors })

type Compared = {
  readonly taken: readonly RiskAskTable[]
  readonly before: RiskReadingTable | undefined
  readonly reading: RiskReadingTable
  readonly assessment: Assessment
}

async function hitsOf(db: Db, { taken, before, reading, assessment }: Compared): Promise<NewHit[]> {
  const { account_id: accountId, subject } = reading
  const rules = new Map((await listRiskRules(db, accountId)).map((rule) => [rule.id, rule]))
  return taken.flatMap(({ rule_id: id, monitor_id: monitorId }) => {
    const rule = rules.get(id)
    if (!rule || !isToldOf(rule.condition, before, reading)) return []
    const said = saidRiskOf({ subject, monitorId, before }, { ...assessment, ...reading })
    return [
      {
        rule_id: id,
        // What has risen since one reading has risen once.
        occurrence: `risk:${subject}:${before?.read_at ?? 'first'}`,
        subject_key: `monitor:${monitorId}`,
        content: JSON.stringify(said),
      },
    ]
  })
}

/** Of what may be paid for without an answer. */
const LONGEST_WAIT_MS = 6 * 3_600_000
