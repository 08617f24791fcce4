import type { Answer } from '@/lib/client/client'

import { type Loose, sumOf, valueOf } from './figure'
import type { Sort, SortKey } from './usage-search'

export type Endpoint = Loose<Answer<'usage.breakdown'>['items'][number]>

/** In the order of the page. */
export const knownPools = ['lookups', 'rdf', 'pdf', 'wpv'] as const
export type KnownPool = (typeof knownPools)[number]
/** In the address, for calls that consume no pool. */
export const NO_POOL = 'none'

export const isKnownPool = (pool: string): pool is KnownPool => knownPools.some((known) => known === pool)

export interface EndpointRow {
  readonly endpoint: string
  /** `NO_POOL` when the call consumes none. */
  readonly pool: string
  readonly calls: number | undefined
  readonly units: number | undefined
  /** 0..1 of what the whole pool used in the month; undefined when that is nothing or not known. */
  readonly share: number | undefined
}

const poolOf = ({ pool }: Endpoint): string => pool ?? NO_POOL

const rank = (pool: string): number => {
  if (pool === NO_POOL) return knownPools.length + 1
  return isKnownPool(pool) ? knownPools.indexOf(pool) : knownPools.length
}
const byText = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1)
const byPool = (a: string, b: string): number => rank(a) - rank(b) || byText(a, b)

/** The pools that the endpoints name, in the order of the page. */
export const poolsOf = (endpoints: readonly Endpoint[]): readonly string[] =>
  [...new Set(endpoints.map(poolOf))].sort(byPool)

/** Units of every pool; undefined where one of its endpoints does not say. */
function poolUnits(endpoints: readonly Endpoint[]): ReadonlyMap<string, number | undefined> {
  const unitsOf = (pool: string) => endpoints.filter((each) => poolOf(each) === pool).map(({ units }) => units)
  return new Map(poolsOf(endpoints).map((pool) => [pool, valueOf(sumOf('units', unitsOf(pool)))]))
}

/** Shares are of the whole pool, whatever the rows are narrowed to afterwards. */
export function rowsOf(endpoints: readonly Endpoint[]): readonly EndpointRow[] {
  const wholes = poolUnits(endpoints)
  return endpoints.map((each) => {
    const whole = wholes.get(poolOf(each))
    const units = each.units ?? undefined
    const share = whole === undefined || whole === 0 || units === undefined ? undefined : units / whole
    return { endpoint: each.endpoint ?? '', pool: poolOf(each), calls: each.calls ?? undefined, units, share }
  })
}

export const narrowed = (rows: readonly EndpointRow[], pools: readonly string[]): readonly EndpointRow[] =>
  pools.length === 0 ? rows : rows.filter(({ pool }) => pools.includes(pool))

type Compare = (a: EndpointRow, b: EndpointRow) => number
const comparisons: Readonly<Record<SortKey, Compare>> = {
  endpoint: (a, b) => byText(a.endpoint, b.endpoint),
  pool: (a, b) => byPool(a.pool, b.pool),
  calls: (a, b) => (a.calls ?? 0) - (b.calls ?? 0),
  units: (a, b) => (a.units ?? 0) - (b.units ?? 0),
  share: (a, b) => (a.share ?? 0) - (b.share ?? 0),
}

const isUnknown = (row: EndpointRow, key: SortKey): boolean => row[key] === undefined

/** What does not say its number stands last in either direction; equals stand by endpoint and pool. */
export function sorted(rows: readonly EndpointRow[], { key, direction }: Sort): readonly EndpointRow[] {
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

/** What the rows of each pool add up to, in the order of the page. */
export function totalsOfPools(rows: readonly EndpointRow[]): readonly PoolTotal[] {
  return poolsOf(rows).map((pool) => {
    const own = rows.filter((row) => row.pool === pool)
    const total = (key: 'calls' | 'units') =>
      valueOf(
        sumOf(
          key,
          own.map((row) => row[key]),
        ),
      )
    return { pool, calls: total('calls'), units: total('units') }
  })
}
