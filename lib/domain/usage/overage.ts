import { ceilingGrosz } from '../format/money'

/** The fields of the API meter (interface 2.1) that money is reckoned from; a remote service may leave out any. */
export type OverageFigures = {
  readonly included?: number | null | undefined
  readonly used?: number | null | undefined
  readonly overage_units?: number | null | undefined
  readonly overage_grosz?: number | null | undefined
  readonly unit_grosz?: number | null | undefined
  readonly spend_cap_pln?: number | null | undefined
  readonly max_overage_pln?: number | null | undefined
  readonly allowance?: number | null | undefined
  readonly document_units?: number | null | undefined
  readonly trial_requests?: number | null | undefined
  readonly period_start?: string | null | undefined
  readonly period_end?: string | null | undefined
}

/** A whole number that can be reckoned with: neither negative nor too large to be exact. Anything else is not known. */
export const wholeCount = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined

const meterCounts = [
  'included',
  'used',
  'overage_units',
  'overage_grosz',
  'unit_grosz',
  'spend_cap_pln',
  'max_overage_pln',
  'allowance',
  'document_units',
  'trial_requests',
] as const satisfies readonly (keyof OverageFigures)[]
export type MeterField = (typeof meterCounts)[number]

/** Fields that came with a number that cannot be one, as they came. */
export const unusableFields = (meter: OverageFigures): readonly { field: MeterField; value: number }[] =>
  meterCounts.flatMap((field) => {
    const value = meter[field]
    return typeof value === 'number' && wholeCount(value) === undefined ? [{ field, value }] : []
  })

/** `own`: a cap somebody set; `default`: the ceiling of the service; `unknown`: the answer does not say. */
export type CapSource = 'own' | 'default' | 'unknown'

/** Where the cap in force comes from. A missing field is not a null one. */
export function capSource({ spend_cap_pln: cap }: OverageFigures): CapSource {
  if (cap === undefined || (cap !== null && wholeCount(cap) === undefined)) return 'unknown'
  return cap === null ? 'default' : 'own'
}

/** One's own cap; null where none is set, and where the answer does not say (`capSource` tells them apart). */
export const readOwnCap = ({ spend_cap_pln: cap }: OverageFigures): number | null => wholeCount(cap) ?? null

const capOf = (meter: OverageFigures): number | undefined =>
  wholeCount(meter.spend_cap_pln) ?? wholeCount(meter.max_overage_pln)

/** The cap in force in grosz: one's own, else the ceiling that the service names, else the default one. */
export const capInForce = (meter: OverageFigures): number => ceilingGrosz(capOf(meter) ?? null)

/** False where the default ceiling is a guess of ours. */
export const isCapKnown = (meter: OverageFigures): boolean =>
  capOf(meter) !== undefined || capSource(meter) === 'default'

/** Units that cost nothing above the plan: what was used without what was charged. May be above what the plan of now includes. */
export function unitsInPlan(meter: OverageFigures): number | undefined {
  const [used, charged] = [wholeCount(meter.used), wholeCount(meter.overage_units) ?? 0]
  return used === undefined ? undefined : Math.max(0, used - charged)
}
