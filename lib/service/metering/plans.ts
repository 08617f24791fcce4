import { type AccountLimits, accountLimits } from '@/lib/contract/usage'
import type { CallerAccount } from '@/lib/service/accounts/statements/keys'
import type { AccountTable } from '@/lib/service/accounts/tables'

import type { Account } from '../http/context'

export type PlanTier = AccountTable['plan']
export type PlanTerms = {
  /** Display name (decision 39, `plan` and `plan_tier`). */
  readonly name: string
  readonly apiAccess: boolean
  /** Price of one lookup above the included ones; 0 = none are sold, so the pool is a hard limit. */
  readonly unitGrosz: number
  /** Per month, except `wpv_checks` (per Warsaw day) and `monitors` and `filters` (at any time). */
  readonly limits: AccountLimits
}

/**
 * OURS, NOT THE INTERFACE'S: no figure of this table is published anywhere (decision 27, sizes and prices of plans).
 * Change it only here.
 */
export const plans: Readonly<Record<PlanTier, PlanTerms>> = {
  standard: {
    name: 'Standard',
    apiAccess: false,
    unitGrosz: 0,
    limits: { lookups: 1_000, rdf: 100, pdfs: 50, reports: 5, monitors: 100, filters: 10, wpv_checks: 100 },
  },
  pro: {
    name: 'Pro',
    apiAccess: true,
    unitGrosz: 8,
    limits: { lookups: 20_000, rdf: 2_000, pdfs: 500, reports: 50, monitors: 5_000, filters: 100, wpv_checks: 5_000 },
  },
  enterprise: {
    name: 'Enterprise',
    apiAccess: true,
    unitGrosz: 5,
    limits: {
      lookups: 200_000,
      rdf: 20_000,
      pdfs: 5_000,
      reports: 500,
      monitors: 50_000,
      filters: 1_000,
      wpv_checks: 50_000,
    },
  },
}

const overrides = accountLimits.partial().strict()
export type LimitOverrides = { readonly [K in keyof AccountLimits]?: AccountLimits[K] | undefined }

/** Stored text of the account's limits. Throws a ZodError for an unknown key or an invalid limit. */
export const formatLimits = (limits: LimitOverrides): string => JSON.stringify(overrides.parse(limits))
export const parseLimits = (text: string): LimitOverrides => overrides.parse(JSON.parse(text))

export function toAccount({
  id,
  slug,
  name,
  plan,
  state,
  spend_cap_pln,
  created_at,
  limits: ownLimits,
}: CallerAccount): Account {
  const { unitGrosz, apiAccess } = plans[plan]
  const limits = limitsOf(plan, ownLimits)
  return { id, slug, name, plan, state, spend_cap_pln, created_at, limits, unitGrosz, apiAccess }
}

// Parsed limits are cached, because every request needs them and few differ. The plan is a separate level: a combined
// key would be hashed again on each call.
const limitsCache: Readonly<Record<PlanTier, Map<string, AccountLimits>>> = {
  standard: new Map(),
  pro: new Map(),
  enterprise: new Map(),
}
const MAX_CACHED = 1_000

function limitsOf(tier: PlanTier, ownLimits: string): AccountLimits {
  const ofTier = limitsCache[tier]
  const limits = ofTier.get(ownLimits)
  if (limits) return limits
  const parsed = accountLimits.parse({ ...plans[tier].limits, ...parseLimits(ownLimits) })
  if (ofTier.size >= MAX_CACHED) ofTier.clear()
  ofTier.set(ownLimits, parsed)
  return parsed
}
