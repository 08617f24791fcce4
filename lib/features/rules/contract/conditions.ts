import * as z from 'zod'

import { bzpFilter } from '@/lib/contract/bzp'
import { tag } from '@/lib/contract/monitors'
import { everyone, monitoringReaders, monitoringWriters } from '@/lib/contract/operation'
import { line } from '@/lib/contract/values'
import { reportSources } from '@/lib/domain/events/sources'
import type { Role } from '@/lib/domain/roles'
import { poolNames } from '@/lib/domain/usage/pools'
import { alertMeasures, spendBases } from '@/lib/features/spend-cap/domain/spend-alert'

import { announcementKinds } from '../domain/announcements'
import { MAX_RISK_BUDGET } from '../domain/risk-budget'

export const MAX_RULE_TAGS = 10
export const MAX_RULE_MONITORS = 100
/** Days before a deadline for claims that a rule may tell of it. */
export const MAX_CLAIM_DAYS = 30
/** Hours before a report expires that a rule may tell of it: as long as the service keeps one. */
export const MAX_EXPIRY_HOURS = 168
export const MAX_THRESHOLDS = 10
/** Percent. */
const MAX_PERCENT = 500
const MAX_PLN = 100_000

/** Of monitors that carry all of the tags; empty: of all. */
const tags = z.array(tag).max(MAX_RULE_TAGS).default([])

/** Events of the copy. Empty lists narrow nothing. */
const events = z.object({
  kind: z.literal('events'),
  sources: z.array(line(20).min(1)).max(20).default([]),
  /** What the title tells; an announcement whose title tells none of them is not found. */
  announcements: z.array(z.enum(announcementKinds)).max(announcementKinds.length).default([]),
  tags,
  monitor_ids: z.array(line(100).min(1)).max(MAX_RULE_MONITORS).default([]),
})

/** The last day for lodging claims is so many days away, or nearer. */
const claimDeadline = z.object({
  kind: z.literal('claim_deadline'),
  days: z.number().int().min(1).max(MAX_CLAIM_DAYS),
  tags,
})

/** A daily report was not made, or expires within so many hours and nobody has downloaded it. */
const report = z.object({
  kind: z.literal('report'),
  what: z.enum(['missing', 'expiring']),
  sources: z.array(z.enum(reportSources)).max(reportSources.length).default([]),
  hours: z.number().int().min(1).max(MAX_EXPIRY_HOURS).default(24),
})

const isSet = (list: readonly unknown[]) => new Set(list).size === list.length

/**
 * Spending or usage reaches a threshold: in percent of the cap, of the included units or of a pool, or in whole PLN of overage. Each is told
 * once in the period that it is of (a day for a pool that renews daily), in percent of the cap once for each cap.
 */
const spend = z
  .object({
    kind: z.literal('spend'),
    /** Nobody forecasts a pool. */
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
    message: 'A pool where the threshold is of one, and nowhere else',
  })
  .refine(({ basis, measure }) => basis !== 'pool' || measure === 'actual', {
    path: ['measure'],
    message: 'A pool has no forecast',
  })

/**
 * The risk of a monitored company has risen by so many points or to a higher level since it was read last. Reading is paid for: once
 * at first where `read_first`, and then after a new event, once a day at most.
 */
const risk = z.object({
  kind: z.literal('risk'),
  points: z.number().int().min(1).max(100),
  /** A first reading, which nothing can be compared with, is told when its level is high. */
  tell_first: z.boolean().default(false),
  /** All companies that were never read are read now. */
  read_first: z.boolean().default(false),
  /** Nothing is read for this rule once all rules of the account have used so many units in a Warsaw month. */
  budget_units: z.number().int().min(1).max(MAX_RISK_BUDGET).default(50),
  tags,
  monitor_ids: z.array(line(100).min(1)).max(MAX_RULE_MONITORS).default([]),
})

/** Procedures of BZP: a saved alert of the page of tenders, which has what it found. */
const tender = z.object({ kind: z.literal('tender'), filter: bzpFilter })

/** The last instant for offers of a procedure that an alert found and nobody dismissed is so many days away, or nearer. */
const tenderDeadline = z.object({
  kind: z.literal('tender_deadline'),
  days: z.number().int().min(1).max(MAX_CLAIM_DAYS),
})

/** What a rule looks for: one schema for each kind of rule. */
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
  /** Sees the team's, and may be told by them. */
  readonly read: readonly Role[]
  /** Has own ones. */
  readonly own: readonly Role[]
  /** Changes the team's. */
  readonly write: readonly Role[]
  /** Adds addresses of people outside the account to the team's. */
  readonly address: readonly Role[]
  /** Whom the team's tell is seen by those alone who may change them. */
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

/** Whose rules of a kind are. */
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
