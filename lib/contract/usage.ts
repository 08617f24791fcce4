import * as z from 'zod'

import { recordOf } from '@/lib/domain/collections/record-of'
import { DEFAULT_CEILING_PLN } from '@/lib/domain/format/money'
import { dailyFigures, dailyLimitField, monthlyFigures, poolFigures, registers } from '@/lib/domain/usage/pools'

import { type Operation, everyone, freeDefaults, ownerOnly, operationsFor } from './operation'
import { count, day, instant, month } from './values'

/**
 * Interface section 2.1 (API meter). Amounts in grosz, `spend_cap_pln` and `max_overage_pln` in whole zlotys, the rest
 * in units.
 */
export const apiMeter = z.object({
  period_start: instant,
  period_end: instant,
  included: count.nullable(),
  used: count,
  overage_units: count,
  overage_grosz: count,
  unit_grosz: count,
  document_units: count,
  trial: z.boolean(),
  trial_requests: count,
  spend_cap_pln: count.nullable(),
  max_overage_pln: count,
  allowance: count.nullable(),
})
export type ApiMeter = z.infer<typeof apiMeter>

/**
 * Interface section 2.2 (cap change) and decision 33 (spend cap): `{}` means null. Strict, because a mistyped field
 * would silently restore the default ceiling.
 */
export const spendCapPayload = z.strictObject({
  spend_cap_pln: z.number().int().min(0).max(DEFAULT_CEILING_PLN).nullable().default(null),
})

export const usageCounts = z.object({
  ...recordOf([...monthlyFigures, ...registers], () => count),
  pdfs_api: count,
  reports: count,
  monitors: count,
  filters: count,
  active_sessions: count,
})

/** Decision 17 (limits): for each pool, and for the other keys of `counts` with a limit; null means no limit. */
export const usageLimits = z.object(
  recordOf([...poolFigures, 'reports', 'monitors', 'filters'], () => count.nullable()),
)
export type UsageLimits = z.infer<typeof usageLimits>
/**
 * Limits of an account: `daily.wpv_checks_limit` is always a whole number (interface section 2.3, usage summary), so
 * daily figures always have a limit.
 */
export const accountLimits = usageLimits.extend(recordOf(dailyFigures, () => count))
export type AccountLimits = z.infer<typeof accountLimits>

/** Interface section 2.3 (usage summary). */
export const usageSummary = z.object({
  plan: z.string(),
  plan_tier: z.string(),
  period_start: instant,
  period_end: instant,
  counts: usageCounts,
  limits: usageLimits,
  daily: z.object({
    day_start: instant,
    day_end: instant,
    ...recordOf([...dailyFigures, ...dailyFigures.map(dailyLimitField)], () => count),
  }),
})
export type UsageSummary = z.infer<typeof usageSummary>

/** Decision 16 (usage by day). */
export const usageDay = z.object({
  date: day,
  ...recordOf(poolFigures, () => count),
  overage_units: count,
  overage_grosz: count,
})
export type UsageDay = z.infer<typeof usageDay>

/** Decision 16 (usage by endpoint). `pool` is null for calls that consume none. */
export const usageEndpoint = z.object({ endpoint: z.string(), pool: z.string().nullable(), calls: count, units: count })
export type UsageEndpoint = z.infer<typeof usageEndpoint>

const monthQuery = z.object({ month: month.optional() })

const unmasked = { ...freeDefaults, unmasked: true } as const
const all = operationsFor(unmasked, everyone)

export const usageOperations = {
  'usage.summary': {
    ...all.get,
    path: '/v1/usage/summary',
    summary: 'Usage of the current billing period with the plan’s limits',
    source: '4.8',
    response: usageSummary,
  },
  'usage.api': {
    ...all.get,
    path: '/v1/usage/api',
    summary: 'Current state of the API meter',
    source: '4.13',
    response: apiMeter,
  },
  'usage.setSpendCap': {
    ...operationsFor(unmasked, ownerOnly).put,
    setsSpendCap: true,
    path: '/v1/usage/api/spend-cap',
    withoutProof: 'It changes how much may be spent, but not who may spend it.',
    summary: 'Set the cap on overage spending, in whole PLN per billing period',
    source: '4.1',
    body: spendCapPayload,
    response: apiMeter,
  },
  'usage.daily': {
    ...all.get,
    path: '/v1/usage/daily',
    summary: 'Usage day by day, zeros included',
    source: '4.13, decision 16',
    query: monthQuery,
    response: z.object({ items: z.array(usageDay) }),
  },
  'usage.breakdown': {
    ...all.get,
    path: '/v1/usage/breakdown',
    summary: 'Usage per endpoint, most units first',
    source: '4.13, decision 16',
    query: monthQuery,
    response: z.object({ items: z.array(usageEndpoint) }),
  },
} as const satisfies Record<string, Operation>
