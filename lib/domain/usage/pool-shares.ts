import { wholeCount } from './overage'

type PoolUse = { readonly pool: string | null | undefined; readonly units: number | null | undefined }

/**
 * For each row its part of what its pool used, 0..1. Undefined where it has no pool or the pool used nothing, and where one of
 * the pool's rows does not say its units: of an unknown whole there is no part.
 */
export function poolShares(rows: readonly PoolUse[]): readonly (number | undefined)[] {
  const wholes = new Map<string, number>()
  for (const { pool, units } of rows)
    if (typeof pool === 'string') wholes.set(pool, (wholes.get(pool) ?? 0) + (wholeCount(units) ?? Number.NaN))
  return rows.map(({ pool, units }) => {
    const whole = typeof pool === 'string' ? (wholes.get(pool) ?? 0) : 0
    return whole > 0 && typeof units === 'number' ? units / whole : undefined
  })
}
