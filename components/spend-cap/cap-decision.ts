import { capCoversUnits, ceilingGrosz } from '@/lib/domain/format/money'
import type { Forecast } from '@/lib/domain/usage/forecast'
import { capInForce, wholeCount } from '@/lib/domain/usage/overage'
import { type AccountMeter, readStanding } from '@/lib/domain/usage/standing'

/** The figures of the meter needed for the decision, in whole złoty and grosz. */
export type CapMeter = {
  /** The cap in force; null is the default ceiling. */
  readonly capPln: number | null
  readonly spentGrosz: number
  /** Units left in the plan, and the price of further ones; undefined if the answer lacks them. */
  readonly free?: number | null | undefined
  readonly unitGrosz?: number | undefined
}

/** The expected overage of the period without a cap; null while there is too little data for a forecast. */
export type CapForecast = Pick<Forecast, 'open'> | null

/**
 * The effect of a new cap:
 * `blocks_now` – no further paid call fits, so they stop immediately (confirm, in red);
 * `blocks_later` – below the forecast, so paid calls will stop before the period ends (confirm);
 * `opens` – the default ceiling instead of a lower cap, so more may be spent than anyone typed (confirm);
 * `none` – no confirmation, because the cap rises to a typed amount, is unchanged or is high enough.
 */
export type CapDialog = 'blocks_now' | 'blocks_later' | 'opens' | 'none'

/** True if not a single further unit fits under the cap. */
function leavesNothing(capGrosz: number, { spentGrosz, free, unitGrosz = 0 }: CapMeter): boolean {
  if (capGrosz < spentGrosz) return free === undefined || free === 0
  return free === 0 && capCoversUnits(capGrosz - spentGrosz, unitGrosz) === 0
}

/** Compares amounts of money, because units do not map to them one-to-one. */
export function decideCap(nextPln: number | null, meter: CapMeter, forecast: CapForecast): CapDialog {
  const next = ceilingGrosz(nextPln)
  if (raisesToDefault(nextPln, meter.capPln)) return 'opens'
  if (next >= ceilingGrosz(meter.capPln)) return 'none'
  if (leavesNothing(next, meter)) return 'blocks_now'
  return forecast !== null && next < forecast.open.grosz ? 'blocks_later' : 'none'
}

/** Changing from a lower cap to the default ceiling allows more spending, which the editor confirms. */
export const raisesToDefault = (nextPln: number | null, capPln: number | null): boolean =>
  nextPln === null && ceilingGrosz(capPln) < ceilingGrosz(null)

/** True if the cap rises but still leaves nothing to spend. */
export const staysBlocked = (nextPln: number | null, meter: CapMeter): boolean =>
  ceilingGrosz(nextPln) >= ceilingGrosz(meter.capPln) && leavesNothing(ceilingGrosz(nextPln), meter)

export const toCapMeter = (meter: AccountMeter): CapMeter => ({
  capPln: capInForce(meter) / 100,
  spentGrosz: wholeCount(meter.overage_grosz) ?? 0,
  free: readStanding(meter).free,
  unitGrosz: wholeCount(meter.unit_grosz),
})
