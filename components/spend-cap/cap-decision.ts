import { ceilingGrosz } from '@/lib/domain/money'

/** What the decision needs of the meter, in whole złoty and grosz. */
export type CapMeter = {
  /** The cap in force; null is the default ceiling. */
  readonly capPln: number | null
  readonly spentGrosz: number
}

/** The forecast of the period's overage; null while there is too little data for one. */
export type CapForecast = { readonly groszAtEnd: number } | null

/**
 * What a new cap means:
 * `blocks_now` – less than what is spent: paid calls stop at once (ask, in red);
 * `blocks_later` – less than the forecast: paid calls will stop before the period ends (ask, softly);
 * `none` – nothing to ask, because the cap rises, stays or has room enough.
 */
export type CapDialog = 'blocks_now' | 'blocks_later' | 'none'

/** Compares money with money: units are not one-to-one with it. Only lowering ever asks. */
export function decideCap(nextPln: number | null, meter: CapMeter, forecast: CapForecast): CapDialog {
  const next = ceilingGrosz(nextPln)
  if (next >= ceilingGrosz(meter.capPln)) return 'none'
  if (next < meter.spentGrosz) return 'blocks_now'
  return forecast !== null && next < forecast.groszAtEnd ? 'blocks_later' : 'none'
}

/** Choosing the default ceiling from a lower cap lets more be spent; the editor says so. */
export const raisesToDefault = (nextPln: number | null, capPln: number | null): boolean =>
  nextPln === null && ceilingGrosz(capPln) < ceilingGrosz(null)

/** A cap that rises and is still under what is spent lifts nothing. */
export const staysBlocked = (nextPln: number | null, { capPln, spentGrosz }: CapMeter): boolean =>
  ceilingGrosz(nextPln) >= ceilingGrosz(capPln) && ceilingGrosz(nextPln) < spentGrosz
