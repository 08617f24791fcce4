import { capCoversUnits, ceilingGrosz } from '@/lib/domain/format/money'

/** The data that determine what the shared lookup pool has left. Units and grosz are integers. */
export type LookupPool = {
  /** Units included in the plan; null = unlimited. */
  readonly included: number | null
  readonly used: number
  readonly overageGrosz: number
  readonly unitGrosz: number
  readonly spendCapPln: number | null
  readonly trial: boolean
}
export type Overage = { readonly overage_units: number; readonly overage_grosz: number }

/**
 * Decisions 19 and 35 (overage, states of an account): no overage on trial, with a cap of 0, or if the plan sells none.
 */
export const sellsOverage = (pool: LookupPool): boolean =>
  !pool.trial && pool.unitGrosz > 0 && ceilingGrosz(pool.spendCapPln) > 0

/** Units that can still be used before 402; null if there is no limit. */
export function lookupsLeft(pool: LookupPool): number | null {
  if (pool.included === null) return null
  const included = Math.max(0, pool.included - pool.used)
  if (!sellsOverage(pool)) return included
  const affordable = capCoversUnits(ceilingGrosz(pool.spendCapPln) - pool.overageGrosz, pool.unitGrosz)
  return affordable === null ? null : included + affordable
}

/** The overage part and cost of `units` more. Does not check whether they fit. */
export function toOverage(pool: LookupPool, units: number): Overage {
  if (pool.included === null) return { overage_units: 0, overage_grosz: 0 }
  const overageUnits = Math.min(units, Math.max(0, pool.used + units - pool.included))
  return { overage_units: overageUnits, overage_grosz: overageUnits * pool.unitGrosz }
}
