import type { OperationAnswer } from '@/lib/client/client'
import { compareValues } from '@/lib/domain/collections/compare-values'
import { poolShares } from '@/lib/domain/usage/pool-shares'
import { isPool, poolNames } from '@/lib/domain/usage/pools'

import { type Unverified, addFigures, figureValue } from './figure'
import type { Sort, EndpointSortKey } from './usage-search'

export type Endpoint = Unverified<OperationAnswer<'usage.breakdown'>['items'][number]>

export const NO_POOL = 'none'

export interface EndpointRow {
  readonly endpoint: string
  /** `NO_POOL` if the call uses none. */
  readonly pool: string
  readonly calls: number | undefined
  readonly units: number | undefined
  /** From 0 to 1 of the pool's use in the month; undefined if that is zero or unknown. */
  readonly share: number | undefined
}

const poolOf = ({ pool }: Endpoint): string => pool ?? NO_POOL

const rank = (pool: string): number => {
  if (pool === NO_POOL) return poolNames.length + 1
  return isPool(pool) ? poolNames.indexOf(pool) : poolNames.length
}
const byPool = (a: string, b: string): number => rank(a) - rank(b) || compareValues(a, b)

/** The pools of the endpoints, in page order. */
export const listPools = (endpoints: readonly Endpoint[]): readonly string[] =>
  [...new Set(endpoints.map(poolOf))].sort(byPool)

/** Shares refer to the whole pool, however the rows are filtered afterwards. */
export function toEndpointRows(endpoints: readonly Endpoint[]): readonly EndpointRow[] {
  const shares = poolShares(endpoints.map(({ pool, units }) => ({ pool, units })))
  return endpoints.map((each, at) => ({
    endpoint: each.endpoint ?? '',
    pool: poolOf(each),
    calls: each.calls ?? undefined,
    units: each.units ?? undefined,
    share: shares[at],
  }))
}

export const filterByPools = (rows: readonly EndpointRow[], pools: readonly string[]): readonly EndpointRow[] =>
  pools.length === 0 ? rows : rows.filter(({ pool }) => pools.includes(pool))

type Compare = (a: EndpointRow, b: EndpointRow) => number
const comparisons: Readonly<Record<EndpointSortKey, Compare>> = {
  endpoint: (a, b) => compareValues(a.endpoint, b.endpoint),
  pool: (a, b) => byPool(a.pool, b.pool),
  calls: (a, b) => (a.calls ?? 0) - (b.calls ?? 0),
  units: (a, b) => (a.units ?? 0) - (b.units ?? 0),
  share: (a, b) => (a.share ?? 0) - (b.share ?? 0),
}

const isUnknown = (row: EndpointRow, key: EndpointSortKey): boolean => row[key] === undefined

/** Unknown numbers sort last in both directions; equal ones by endpoint and pool. */
export function sortRows(rows: readonly EndpointRow[], { key, direction }: Sort): readonly EndpointRow[] {
  const sign = direction === 'ascending' ? 1 : -1
  return [...rows].sort(
    (a, b) =>
      Number(isUnknown(a, key)) - Number(isUnknown(b, key)) ||
      sign * comparisons[key](a, b) ||
      comparisons.endpoint(a, b) ||
      comparisons.pool(a, b),
  )
}

export interface PoolTotal {
  readonly pool: string
  readonly calls: number | undefined
  readonly units: number | undefined
}

/** The total of the rows per pool, in page order. */
export function totalsOfPools(rows: readonly EndpointRow[]): readonly PoolTotal[] {
  return listPools(rows).map((pool) => {
    const poolRows = rows.filter((row) => row.pool === pool)
    return {
      pool,
      calls: figureValue(addFigures(poolRows, 'calls')),
      units: figureValue(addFigures(poolRows, 'units')),
    }
  })
}
