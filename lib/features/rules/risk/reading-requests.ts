import { createHash } from 'node:crypto'

import { newestStoredEvent } from '@/lib/features/events/statements/panel-events'
import { type AccountTx, inAccount } from '@/lib/storage/engine/account-lock'

import { refreshTagMembers } from '../kinds/events'
import type { RuleCheckContext, RuleOf } from '../kinds/kind'
import { findRuleCursor, listEventsAfter, lockRuleCursor, moveRuleCursor } from '../statements/cursors'
import { dropRiskAsks, listRiskAsksOfRule, putRiskAsks } from '../statements/risk-asks'
import { listReadSubjects } from '../statements/risk-readings'
import type { RiskAskTable } from '../tables-risk'
import { listRiskRules, RISK } from './payers'
import { isInRiskScope, listRiskCompanies, riskSubjectOf, taggedIn } from './subjects'

const PAGE = 1000
/** Upper limit for the difference between the clocks of a remote service and the panel. */
const CLOCKS_APART_MS = 3_600_000

type RiskRule = RuleOf<'risk'>

/**
 * Requests readings of companies: for new events, and for rules that want initial readings. It reads nothing itself.
 */
export async function requestRiskReadings(checkContext: RuleCheckContext): Promise<void> {
  const { storage, account } = checkContext
  const rules = await listRiskRules(storage.db, account.id)
  if (rules.length === 0) return
  const cursor = await findRuleCursor(storage.db, { account_id: account.id, kind: RISK })
  const plans = plansIn(cursor?.mark)
  const isPlanned = (rule: RiskRule) => plans[rule.id] === planOf(rule)
  if (!rules.every(isPlanned)) await planInitialReadings(checkContext, rules)
  if ((cursor?.position ?? 0) >= (await newestStoredEvent(storage.db, account.id))) return
  await refreshTagMembers(
    checkContext,
    rules.flatMap(({ condition }) => condition.tags),
  )
  while (await requestForPage(checkContext));
}

type Plans = Readonly<Record<string, string>>

/** Safe: only this panel writes it. Empty if no rule was planned yet. */
const plansIn = (mark: string | undefined): Plans => (mark ? (JSON.parse(mark) as Plans) : {})

/** The settings that decide which companies get an initial reading for a rule. */
const planOf = ({ condition: { tags, monitor_ids, read_first }, since_at }: RiskRule): string =>
  createHash('sha256')
    .update(JSON.stringify([tags, monitor_ids, read_first, since_at]))
    .digest('hex')
    .slice(0, 16)

/**
 * Plans each rule once, and again when its companies change: unread companies are requested, and requests for dropped
 * ones are withdrawn.
 */
async function planInitialReadings(checkContext: RuleCheckContext, currentRules: readonly RiskRule[]): Promise<void> {
  const { storage, account, now } = checkContext
  const wanted = new Map<string, ReadonlyMap<string, string>>()
  const plans = plansIn((await findRuleCursor(storage.db, { account_id: account.id, kind: RISK }))?.mark)
  for (const rule of currentRules) {
    if (plans[rule.id] === planOf(rule)) continue
    wanted.set(
      `${rule.id} ${planOf(rule)}`,
      rule.condition.read_first ? await listRiskCompanies(checkContext, rule.condition) : new Map<string, string>(),
    )
  }
  await inAccount(checkContext, async (db) => {
    const cursor = await lockRuleCursor(db, { account_id: account.id, kind: RISK })
    const rules = await listRiskRules(db, account.id)
    const previousPlans = plansIn(cursor.mark)
    const readSubjects = await listReadSubjects(db, account.id)
    const next: Record<string, string> = {}
    for (const rule of rules) {
      const companies = wanted.get(`${rule.id} ${planOf(rule)}`)
      // A rule saved a moment ago is planned in the next run.
      const plan = companies ? planOf(rule) : previousPlans[rule.id]
      if (plan !== undefined) next[rule.id] = plan
      if (!companies || previousPlans[rule.id] === plan) continue
      await dropObsoleteRequests({ checkContext, db }, rule)
      const unread = [...companies].filter(([subject]) => !readSubjects.has(subject))
      const first = { rule_id: rule.id, account_id: account.id, reason: 'first', last_event: 0 } as const
      await putRiskAsks(
        db,
        unread.map(([subject, monitor_id]) => ({ ...first, subject, monitor_id, asked_at: now.toISOString() })),
      )
    }
    await moveRuleCursor(db, { ...cursor, mark: JSON.stringify(next) })
  })
}

type RequestCleanup = { readonly checkContext: RuleCheckContext; readonly db: AccountTx }

/** Requests from events that the rule still covers remain. */
async function dropObsoleteRequests(
  { checkContext, db }: RequestCleanup,
  { id, condition, since_at: from }: RiskRule,
): Promise<void> {
  const requests = await listRiskAsksOfRule(db, id)
  const tagged = await taggedIn(checkContext, [condition], {
    db,
    monitorIds: requests.map(({ monitor_id }) => monitor_id),
  })
  const isObsolete = ({ reason, monitor_id, asked_at }: RiskAskTable) =>
    reason === 'first' || asked_at < from || !isInRiskScope(condition, tagged, monitor_id)
  const obsoleteRequests = requests.filter(isObsolete)
  await dropRiskAsks(
    db,
    id,
    obsoleteRequests.map(({ subject }) => subject),
  )
}

/** Reads a page of events once for all rules; requests and cursor are saved in one transaction. */
function requestForPage(checkContext: RuleCheckContext): Promise<boolean> {
  const { account, now } = checkContext
  return inAccount(checkContext, async (db) => {
    const cursor = await lockRuleCursor(db, { account_id: account.id, kind: RISK })
    const rules = await listRiskRules(db, account.id)
    if (rules.length === 0) return false
    const after = Math.max(cursor.position, Math.min(...rules.map(({ since }) => since)))
    const events = await listEventsAfter(db, { accountId: account.id, after, limit: PAGE })
    const last = events.at(-1)
    if (!last) return false
    const conditions = rules.map(({ condition }) => condition)
    const monitorIds = [...new Set(events.map(({ monitor_id }) => monitor_id))]
    const tagged = await taggedIn(checkContext, conditions, { db, monitorIds })
    const requests = events.flatMap((event) => {
      const subject = riskSubjectOf(event)
      if (subject === undefined) return []
      return rules
        .filter((rule) => isNewTo(rule, event) && isInRiskScope(rule.condition, tagged, event.monitor_id))
        .map(({ id }): RiskAskTable => ({
          rule_id: id,
          subject,
          account_id: account.id,
          monitor_id: event.monitor_id,
          reason: 'event',
          asked_at: now.toISOString(),
          last_event: event.id,
        }))
    })
    await putRiskAsks(db, requests)
    await moveRuleCursor(db, { ...cursor, position: last.id })
    return events.length === PAGE
  })
}

const isNewTo = ({ since, since_at: at }: RiskRule, event: { readonly id: number; readonly created_at: string }) =>
  event.id > since && event.created_at >= new Date(Date.parse(at) - CLOCKS_APART_MS).toISOString()
