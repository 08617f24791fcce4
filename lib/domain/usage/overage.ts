import { ceilingGrosz } from '../format/money'

/** Fields of the API meter (interface section 2.1) for money calculations; a remote service may leave out any. */
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

/** A usable whole number: neither negative nor too large to be exact. Anything else counts as unknown. */
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

/** Fields with an impossible number, with that number. */
export const unusableFields = (meter: OverageFigures): readonly { field: MeterField; value: number }[] =>
  meterCounts.flatMap((field) => {
    const value = meter[field]
    return typeof value === 'number' && wholeCount(value) === undefined ? [{ field, value }] : []
  })

/** `own`: a cap that somebody set; `default`: the ceiling of the service; `unknown`: the answer does not contain it. */
export type CapSource = 'own' | 'default' | 'unknown'

/** Origin of the cap in force. A missing field differs from a null one. */
export function capSource({ spend_cap_pln: cap }: OverageFigures): CapSource {
  if (cap === undefined || (cap !== null && wholeCount(cap) === undefined)) return 'unknown'
  return cap === null ? 'default' : 'own'
}

/** The account's own cap; null if none is set or it is unknown (`capSource` distinguishes these). */
export const readOwnCap = ({ spend_cap_pln: cap }: OverageFigures): number | null => wholeCount(cap) ?? null

const capOf = (meter: OverageFigures): number | undefined =>
  wholeCount(meter.spend_cap_pln) ?? wholeCount(meter.max_overage_pln)

/** The cap in force in grosz: the account's own, else the ceiling named by the service, else the default. */
export const capInForce = (meter: OverageFigures): number => ceilingGrosz(capOf(meter) ?? null)

/** False when the default ceiling is only assumed. */
export const isCapKnown = (meter: OverageFigures): boolean =>
  capOf(meter) !== undefined || capSource(meter) === 'default'

/** Used units that were not charged. May exceed what the present plan includes. */
export function unitsInPlan(meter: OverageFigures): number | undefined {
  const [used, charged] = [wholeCount(meter.used), wholeCount(meter.overage_units) ?? 0]
  return used === undefined ? undefined : Math.max(0, used - charged)
}
