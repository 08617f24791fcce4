import { randomUUID } from 'node:crypto'

import { instantAfter, postponePoll } from '@/lib/domain/back-off'
import { startOfDay, warsawDay, warsawMonth } from '@/lib/domain/calendar'
import { recordAudit } from '@/lib/features/audit/audit'
import { forEachAccount } from '@/lib/panel/each-account'
import type { PanelJob, PanelJobDependencies } from '@/lib/panel/job'
import { inAccounts } from '@/lib/storage/engine/account-lock'
import { wroteRow } from '@/lib/storage/engine/outcome'
import type { Storage, Db } from '@/lib/storage/storage'

import { insertRuleHits, type NewHit } from '../statements/hits'
import { nextRiskAsk, claimRiskAsks } from '../statements/risk-asks'
import { findLastRiskReading, saveRiskReading } from '../statements/risk-readings'
import {
  findRiskWatch,
  listAccountsToAssess,
  listRiskDaysBefore,
  reserveRiskUnit,
  riskLease,
  riskUnitsIn,
  lockRiskWatch,
  updateRiskWatch,
  settleRiskUnit,
} from '../statements/risk-watches'
import type { RiskAskTable, RiskWatchTable, RiskReadingTable } from '../tables-risk'
import { assess, type AssessmentResult, type Assessment } from './assessment'
import { isReportable, riskHitContent } from './compare'
import { listPayingRules, payerOf, listRiskRules } from './payers'

type RecordContext = { readonly storage: Storage; readonly now: Date }

/** Records cost, reading, hits and the answered requests in one transaction. Returns false if the service refused. */
function recordAssessment(
  { storage, now }: RecordContext,
  request: RiskAskTable,
  result: AssessmentResult,
): Promise<boolean> {
  const { account_id: accountId } = request
  const { kind, units } = result
  return inAccounts(storage, [accountId], async (db) => {
    const cost = { units, companies: Number(kind === 'read'), unknown: Number(kind === 'unknown') }
    await settleRiskUnit(db, accountId, cost)
    if (kind === 'refused') {
      const watch = await findRiskWatch(db, accountId)
      await updateRiskWatch(
        db,
        accountId,
        postponePoll(result, { failures: watch?.failures ?? 0, now, longestMs: LONGEST_WAIT_MS }),
      )
      return false
    }
    await updateRiskWatch(db, accountId, { problem: null, failures: 0, retry_at: null })
    const claimedRequests = await claimRiskAsks(db, request)
    // The request was withdrawn, or another process has already recorded it.
    if (kind === 'unknown' || claimedRequests.length === 0) return true
    const { assessment } = result
    const before = await findLastRiskReading(db, request)
    const reading = readingOf(request, assessment, now)
    await saveRiskReading(db, reading)
    const hits = await hitsOf(db, { claimedRequests, before, reading, assessment })
    await insertRuleHits(db, { accountId, at: now.toISOString() }, hits)
    return true
  })
}

const readingOf = (
  { account_id, subject }: RiskAskTable,
  { score, level, factors }: Assessment,
  now: Date,
): RiskReadingTable => ({ account_id, subject, read_at: now.toISOString(), score, level, factors })

type RecordedReading = {
  readonly claimedRequests: readonly RiskAskTable[]
  readonly before: RiskReadingTable | undefined
  readonly reading: RiskReadingTable
  readonly assessment: Assessment
}

async function hitsOf(db: Db, { claimedRequests, before, reading, assessment }: RecordedReading): Promise<NewHit[]> {
  const { account_id: accountId, subject } = reading
  const rules = new Map((await listRiskRules(db, accountId)).map((rule) => [rule.id, rule]))
  return claimedRequests.flatMap(({ rule_id: id, monitor_id: monitorId }) => {
    const rule = rules.get(id)
    if (!rule || !isReportable(rule.condition, before, reading)) return []
    const hitContent = riskHitContent({ subject, monitorId, before }, { ...assessment, ...reading })
    return [
      {
        rule_id: id,
        // A rise is reported once per previous reading.
        occurrence: `risk:${subject}:${before?.read_at ?? 'first'}`,
        subject_key: `monitor:${monitorId}`,
        content: JSON.stringify(hitContent),
      },
    ]
  })
}

/** Longest wait after a failed call whose answer may have been charged. */
const LONGEST_WAIT_MS = 6 * 3_600_000

/**
 * Counters restart with each Warsaw day and month. The readings of a finished day become one entry of the audit log.
 */
function openRiskDay(storage: Storage, accountId: string, now: Date): Promise<void> {
  const [month, day] = [warsawMonth(now), warsawDay(now)]
  return inAccounts(storage, [accountId], async (db) => {
    const watch = await lockRiskWatch(db, { account_id: accountId, month, day })
    if (watch.month < month) await updateRiskWatch(db, accountId, { month, used_units: 0 })
    if (watch.day >= day) return
    await updateRiskWatch(db, accountId, { day, day_companies: 0, day_units: 0, day_unknown: 0 })
    if (isQuiet(watch)) return
    const after = {
      day: watch.day,
      companies: watch.day_companies,
      units: watch.day_units,
      ...(watch.day_unknown > 0 && { unknown: watch.day_unknown }),
    }
    await recordAudit(db, { accountId, actor: 'panel', action: 'rules.readRisk', after, now })
  })
}

const isQuiet = ({ day_companies: companies, day_units: units, day_unknown: unknown }: RiskWatchTable): boolean =>
  companies === 0 && units === 0 && unknown === 0

/** Readings per account and run, so that accounts alternate. */
const READINGS_PER_RUN = 20
/** Longer than the readings of one run can take. */
const CLAIM_MS = 15 * 60_000

type RiskJobDependencies = Pick<PanelJobDependencies, 'storage' | 'clock' | 'log' | 'fetchFor' | 'isEmbedded'>
type Account = Awaited<ReturnType<typeof listAccountsToAssess>>[number]

/** Reads the risk of requested companies within the budget of each account. */
async function readRisks(dependencies: RiskJobDependencies, stopping?: AbortSignal): Promise<void> {
  const { storage, clock } = dependencies
  for (const { account_id: id } of await listRiskDaysBefore(storage.db, warsawDay(clock()))) {
    await openRiskDay(storage, id, clock())
  }
  const accounts = await listAccountsToAssess(storage.db, clock().toISOString())
  await forEachAccount(accounts, (account) => readAccount(dependencies, account, stopping), {
    ...dependencies,
    stopping,
    job: rulesRiskJob.name,
    accountOf: ({ id }) => id,
    failureMessage: 'risk was not read; the next run retries',
  })
}

/** A separate job, so that a hanging service cannot delay other rules. */
export const rulesRiskJob: PanelJob = { name: 'rules.risk', everyMs: 10_000, run: readRisks }

async function readAccount(dependencies: RiskJobDependencies, account: Account, stopping?: AbortSignal): Promise<void> {
  const { storage, clock } = dependencies
  const now = clock()
  const claim = { id: account.id, by: randomUUID() }
  await openRiskDay(storage, account.id, now)
  const lease = { ...claim, now: now.toISOString(), until: instantAfter(now, CLAIM_MS) }
  if (!(await wroteRow(riskLease.claim(storage.db, lease)))) return
  try {
    for (let read = 0; read < READINGS_PER_RUN; read += 1) {
      if (stopping?.aborted === true || !(await readNext(dependencies, account, now))) return
    }
  } finally {
    await riskLease.settle(storage.db, claim)
  }
}

/** False if no affordable request is left, or the service refuses. */
async function readNext(dependencies: RiskJobDependencies, account: Account, now: Date): Promise<boolean> {
  const { storage, fetchFor } = dependencies
  const month = warsawMonth(now)
  const paidRequest = await nextPaidRequest(dependencies, account, now)
  if (
    !paidRequest ||
    !(await reserveRiskUnit(storage.db, { accountId: account.id, month, budget: paidRequest.budget }))
  )
    return false
  const result = await assess(() => fetchFor(account, paidRequest.payer), paidRequest.request.subject)
  return recordAssessment({ storage, now: dependencies.clock() }, paidRequest.request, result)
}

type PaidRequest = { readonly request: RiskAskTable; readonly budget: number; readonly payer: string }

async function nextPaidRequest(
  { storage: { db } }: RiskJobDependencies,
  { id: accountId }: Account,
  now: Date,
): Promise<PaidRequest | undefined> {
  const used = riskUnitsIn(await findRiskWatch(db, accountId), warsawMonth(now))
  const rules = await listPayingRules(db, accountId)
  const paying = new Map(
    rules
      .filter(({ mayPay, condition }) => mayPay && condition.budget_units > used)
      .map((rule) => [rule.id, rule] as const),
  )
  const dayStart = startOfDay(warsawDay(now)).toISOString()
  const request = await nextRiskAsk(db, { accountId, dayStart, ruleIds: [...paying.keys()] })
  const rule = request && paying.get(request.rule_id)
  return rule && { request, budget: rule.condition.budget_units, payer: payerOf(rule) }
}
