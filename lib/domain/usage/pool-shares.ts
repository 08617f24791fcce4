import { wholeCount } from './overage'

type PoolUse = { readonly pool: string | null | undefined; readonly units: number | null | undefined }

/**
 * For each row its share of its pool's units, 0..1. Undefined without a pool, when the pool used nothing, or when a row
 * of the pool lacks its units, so that the total is unknown.
 */
export function poolShares(rows: readonly PoolUse[]): readonly (number | undefined)[] {
  const totals = new Map<string, number>()
  for (const { pool, units } of rows)
    if (typeof pool === 'string') totals.set(pool, (totals.get(pool) ?? 0) + (wholeCount(units) ?? Number.NaN))
  return rows.map(({ pool, units }) => {
    const poolUnits = typeof pool === 'string' ? (totals.get(pool) ?? 0) : 0
    return poolUnits > 0 && typeof units === 'number' ? units / poolUnits : undefined
  })
}
