import { doubledWait, instantAfter } from '@/lib/domain/delivery/back-off'
import { insertRuleHits, type NewHit } from '@/lib/storage/panel/rules/hits'
import { takeRiskAsks } from '@/lib/storage/panel/rules/risk-asks'
import { findLastRiskReading, keepRiskReading } from '@/lib/storage/panel/rules/risk-readings'
import type { RiskAskTable, RiskReadingTable, RiskWatchTable } from '@/lib/storage/panel/rules/risk-tables'
import { findRiskWatch, settleRiskUnit, updateRiskWatch } from '@/lib/storage/panel/rules/risk-watches'
import type { Db, Storage } from '@/lib/storage/storage'

import type { Assessed, Assessment } from './assessing'
import { isToldOf, saidRiskOf } from './compare'
import { listRiskRules } from './payers'

type Settling = { readonly storage: Storage; readonly now: Date }

/** What it cost, what was read, what rules tell of it and what is thereby answered are one transaction. False: the service refused. */
export function settleRisk({ storage, now }: Settling, ask: RiskAskTable, assessed: Assessed): Promise<boolean> {
  const { engine } = storage
  const { account_id: accountId } = ask
  const { kind, units } = assessed
  return storage.db.transaction().execute(async (db) => {
    const counted = { units, companies: Number(kind === 'read'), unknown: Number(kind === 'unknown') }
    await settleRiskUnit(db, accountId, counted)
    if (kind === 'refused') {
      const watch = await findRiskWatch(db, accountId)
      await updateRiskWatch(db, accountId, setBackBy(assessed, watch?.failures ?? 0, now))
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
    await insertRuleHits({ db, engine }, { accountId, at: now.toISOString() }, hits)
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

const REFUSED_WAIT_MS = 3_600_000
/** Of what may be paid for without an answer. */
const LONGEST_WAIT_MS = 6 * 3_600_000

type Refused = Extract<Assessed, { kind: 'refused' }>

/** What was refused is for somebody to mend; what is broken in between is tried again sooner, but ever more seldom. */
function setBackBy(
  { problem, retryAfterS = 0 }: Refused,
  failures: number,
  now: Date,
): Pick<RiskWatchTable, 'problem' | 'failures' | 'retry_at'> {
  const isBroken = problem === 'rate_limited' || problem === 'unreachable' || problem === 'unreadable'
  const waitMs = isBroken ? doubledWait(failures + 1, { firstMs: 60_000, longestMs: LONGEST_WAIT_MS }) : REFUSED_WAIT_MS
  const wait = Math.min(LONGEST_WAIT_MS, Math.max(waitMs, retryAfterS * 1000))
  return { problem, failures: failures + 1, retry_at: instantAfter(now, wait) }
}
