import * as z from 'zod'

import { bzpFilter } from '@/lib/contract/bzp'
import { tag } from '@/lib/contract/monitors'
import { everyone, monitoringReaders, monitoringWriters } from '@/lib/contract/operation'
import { line } from '@/lib/contract/values'
import { eventKinds } from '@/lib/domain/events/event-kinds'
import { reportSources } from '@/lib/domain/events/sources'
import type { Role } from '@/lib/domain/roles'
import { poolNames } from '@/lib/domain/usage/pools'
import { alertMeasures, spendBases } from '@/lib/features/spend-cap/domain/spend-alert'

import { MAX_RISK_BUDGET } from '../domain/risk-budget'

export const MAX_RULE_TAGS = 10
export const MAX_RULE_MONITORS = 100
export const MAX_CLAIM_DAYS = 30
/** The earliest that a rule may notify before a report expires, in hours: as long as the service stores a report. */
export const MAX_EXPIRY_HOURS = 168
export const MAX_THRESHOLDS = 10
const MAX_PERCENT = 500
const MAX_PLN = 100_000

/** Only monitors that carry all of these tags; empty means all monitors. */
const tags = z.array(tag).max(MAX_RULE_TAGS).default([])

/** Matches events of the panel's copy. An empty list does not filter. */
const events = z.object({
  kind: z.literal('events'),
  sources: z.array(line(20).min(1)).max(20).default([]),
  announcements: z.array(z.enum(eventKinds)).max(eventKinds.length).default([]),
  tags,
  monitor_ids: z.array(line(100).min(1)).max(MAX_RULE_MONITORS).default([]),
})

/** Matches when the last day for lodging claims is this many days away or fewer. */
const claimDeadline = z.object({
  kind: z.literal('claim_deadline'),
  days: z.number().int().min(1).max(MAX_CLAIM_DAYS),
  tags,
})

/** Matches when a daily report is missing, or expires within this many hours and no member has downloaded it. */
const report = z.object({
  kind: z.literal('report'),
  what: z.enum(['missing', 'expiring']),
  sources: z.array(z.enum(reportSources)).max(reportSources.length).default([]),
  hours: z.number().int().min(1).max(MAX_EXPIRY_HOURS).default(24),
})

const isSet = (list: readonly unknown[]) => new Set(list).size === list.length

/**
 * Matches when spending or usage reaches a threshold: in percent of the cap, of the included units or of a pool, or in
 * whole PLN of overage. Each threshold notifies once per period (per day for a pool that renews daily); percentages of
 * the cap notify once per cap.
 */
const spend = z
  .object({
    kind: z.literal('spend'),
    /** Pools have no forecast. */
    measure: z.enum(alertMeasures).default('actual'),
    basis: z.enum(spendBases),
    pool: z.enum(poolNames).nullable().default(null),
    thresholds: z
      .array(z.number().int().min(1).max(MAX_PLN))
      .min(1)
      .max(MAX_THRESHOLDS)
      .refine(isSet, 'Each threshold once')
      .transform((thresholds) => thresholds.toSorted((a, b) => a - b)),
  })
  .refine(({ basis, thresholds }) => basis === 'pln' || thresholds.every((each) => each <= MAX_PERCENT), {
    path: ['thresholds'],
    message: `At most ${MAX_PERCENT}%`,
  })
  .refine(({ basis, pool }) => (basis === 'pool') === (pool !== null), {
    path: ['pool'],
    message: 'Name a pool for thresholds of a pool, and only for those',
  })
  .refine(({ basis, measure }) => basis !== 'pool' || measure === 'actual', {
    path: ['measure'],
    message: 'A pool has no forecast',
  })

/**
 * Matches when the risk of a monitored company has risen by this many points, or to a higher level, since the previous
 * reading. Readings are paid for: one initial reading if `read_first`, then at most one a day, after a new event.
 */
const risk = z.object({
  kind: z.literal('risk'),
  points: z.number().int().min(1).max(100),
  /** An initial reading has no predecessor to compare with; if set, it notifies when its level is high. */
  tell_first: z.boolean().default(false),
  /** Requests an initial reading of every company that has none. */
  read_first: z.boolean().default(false),
  /** Readings for this rule stop once all rules of the account have used this many units in a Warsaw month. */
  budget_units: z.number().int().min(1).max(MAX_RISK_BUDGET).default(50),
  tags,
  monitor_ids: z.array(line(100).min(1)).max(MAX_RULE_MONITORS).default([]),
})

/** A saved BZP alert; the tender search lists what it found. */
const tender = z.object({ kind: z.literal('tender'), filter: bzpFilter })

/**
 * Matches when the deadline for offers of a procedure that an alert found, and that was not dismissed, is this many
 * days away or fewer.
 */
const tenderDeadline = z.object({
  kind: z.literal('tender_deadline'),
  days: z.number().int().min(1).max(MAX_CLAIM_DAYS),
})

export const ruleCondition = z.discriminatedUnion('kind', [
  events,
  claimDeadline,
  report,
  spend,
  risk,
  tender,
  tenderDeadline,
])
export type RuleCondition = z.output<typeof ruleCondition>
export type RuleKindName = RuleCondition['kind']
export type ConditionOf<K extends RuleKindName> = Extract<RuleCondition, { kind: K }>

type KindRoles = {
  /** May see team rules and be a recipient of them. */
  readonly read: readonly Role[]
  /** May have rules of their own. */
  readonly own: readonly Role[]
  /** May change team rules. */
  readonly write: readonly Role[]
  /** May add addresses of people outside the account to team rules. */
  readonly address: readonly Role[]
  /** If true, only those who may change team rules see their recipients. */
  readonly hidesTargets: boolean
}
const monitoring: KindRoles = {
  read: monitoringReaders,
  own: monitoringReaders,
  write: monitoringWriters,
  address: ['owner'],
  hidesTargets: false,
}
const money = ['owner', 'finance'] as const
const spending: KindRoles = { read: everyone, own: money, write: money, address: money, hidesTargets: true }

/** Which roles may use rules of each kind. */
export const rolesOfRule: Readonly<Record<RuleKindName, KindRoles>> = {
  events: monitoring,
  claim_deadline: monitoring,
  report: monitoring,
  spend: spending,
  risk: monitoring,
  tender: monitoring,
  tender_deadline: monitoring,
}
export const ruleKindNames = Object.keys(rolesOfRule).filter((key): key is RuleKindName => key in rolesOfRule)
