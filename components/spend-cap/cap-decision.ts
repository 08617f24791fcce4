import { capCoversUnits, ceilingGrosz } from '@/lib/domain/format/money'
import type { Forecast } from '@/lib/domain/usage/forecast'
import { capInForce, wholeCount } from '@/lib/domain/usage/overage'
import { type AccountMeter, readStanding } from '@/lib/domain/usage/standing'

/** What the decision needs of the meter, in whole złoty and grosz. */
export type CapMeter = {
  /** The cap in force; null is the default ceiling. */
  readonly capPln: number | null
  readonly spentGrosz: number
  /** Units of the plan that are left, and the price of those above; undefined where the answer does not say. */
  readonly free?: number | null | undefined
  readonly unitGrosz?: number | undefined
}

/** What the period's overage would come to without a cap; null while there is too little data for a forecast. */
export type CapForecast = Pick<Forecast, 'open'> | null

/**
 * What a new cap means:
 * `blocks_now` – it leaves no paid call over what is spent: they stop at once (ask, in red);
 * `blocks_later` – less than the forecast: paid calls will stop before the period ends (ask, softly);
 * `opens` – the default ceiling in place of a lower cap: more may be spent than anybody typed (ask);
 * `none` – nothing to ask, because the cap rises to a typed amount, stays or has room enough.
 */
export type CapDialog = 'blocks_now' | 'blocks_later' | 'opens' | 'none'

/** True when not one more unit could be used under a cap. */
function leavesNothing(capGrosz: number, { spentGrosz, free, unitGrosz = 0 }: CapMeter): boolean {
  if (capGrosz < spentGrosz) return free === undefined || free === 0
  return free === 0 && capCoversUnits(capGrosz - spentGrosz, unitGrosz) === 0
}

/** Compares money with money: units are not one-to-one with it. */
export function decideCap(nextPln: number | null, meter: CapMeter, forecast: CapForecast): CapDialog {
  const next = ceilingGrosz(nextPln)
  if (raisesToDefault(nextPln, meter.capPln)) return 'opens'
  if (next >= ceilingGrosz(meter.capPln)) return 'none'
  if (leavesNothing(next, meter)) return 'blocks_now'
  return forecast !== null && next < forecast.open.grosz ? 'blocks_later' : 'none'
}

/** Choosing the default ceiling from a lower cap lets more be spent; the editor says so and asks. */
export const raisesToDefault = (nextPln: number | null, capPln: number | null): boolean =>
  nextPln === null && ceilingGrosz(capPln) < ceilingGrosz(null)

/** A cap that rises and still leaves nothing over what is spent lifts nothing. */
export const staysBlocked = (nextPln: number | null, meter: CapMeter): boolean =>
  ceilingGrosz(nextPln) >= ceilingGrosz(meter.capPln) && leavesNothing(ceilingGrosz(nextPln), meter)

/** The meter as the decision reads it. */
export const toCapMeter = (meter: AccountMeter): CapMeter => ({
  capPln: capInForce(meter) / 100,
  spentGrosz: wholeCount(meter.overage_grosz) ?? 0,
  free: readStanding(meter).free,
  unitGrosz: wholeCount(meter.unit_grosz),
})
