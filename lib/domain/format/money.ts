/** The ceiling on paid overage in PLN while no own cap is set (interface section 2.2, cap change). */
export const DEFAULT_CEILING_PLN = 1000

/** PLN to grosz. Throws RangeError for an amount with a fraction of a grosz. */
export function groszFromPln(pln: number): number {
  const grosz = Math.round(pln * 100)
  if (!Number.isFinite(pln) || Math.abs(grosz - pln * 100) > 1e-6)
    throw new RangeError(`not a whole number of grosz: ${pln}`)
  return grosz
}

/** The ceiling in force, in grosz; null restores the default, 0 means no paid overage. */
export const ceilingGrosz = (capPln: number | null): number => groszFromPln(capPln ?? DEFAULT_CEILING_PLN)

/** Number of whole extra units that a cap pays for; null when units are free, so that the cap has no effect. */
export function capCoversUnits(capGrosz: number, unitGrosz: number): number | null {
  return unitGrosz <= 0 ? null : Math.max(0, Math.floor(capGrosz / unitGrosz))
}

/** True when the meter's figures agree: units above the included ones times their price is the amount. */
export const overageAddsUp = (meter: { units: number; unitGrosz: number; grosz: number }): boolean =>
  meter.units * meter.unitGrosz === meter.grosz
