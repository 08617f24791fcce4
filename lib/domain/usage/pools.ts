import { recordOf } from '../collections/record-of'

/** Properties of a pool; its texts are in `messages/<locale>/pools.json`. */
type PoolRow = {
  /** Its field in a day, in the limits and in the summary, and its column in the store's counters. */
  readonly figure: string
  /** The summary has it in `counts` of the period, or under `daily`. */
  readonly reset: 'monthly' | 'daily'
  /** The field of the API meter that counts its units; null if none does. */
  readonly meterField: 'used' | 'document_units' | null
  /**
   * Units above the limit are sold, up to the spend cap (decision 19, overage). The meter has one price and one cap, so
   * only one pool can have this.
   */
  readonly sellsOverage: boolean
  /** Its name in the service's messages, which are English. */
  readonly englishName: string
  /** Its column in files, which does not depend on the user's language. */
  readonly fileColumn: string
}

/**
 * The pools of interface section 8.1 in the order of pages and files. All properties of a pool are read from its row.
 */
export const pools = {
  lookups: {
    figure: 'lookups',
    reset: 'monthly',
    meterField: 'used',
    sellsOverage: true,
    englishName: 'monthly lookup pool',
    fileColumn: 'zapytania',
  },
  rdf: {
    figure: 'rdf',
    reset: 'monthly',
    meterField: 'document_units',
    sellsOverage: false,
    englishName: 'monthly pool of RDF units',
    fileColumn: 'rdf',
  },
  pdf: {
    figure: 'pdfs',
    reset: 'monthly',
    meterField: 'document_units',
    sellsOverage: false,
    englishName: 'monthly pool of PDF downloads',
    fileColumn: 'pdf',
  },
  wpv: {
    figure: 'wpv_checks',
    reset: 'daily',
    meterField: null,
    sellsOverage: false,
    englishName: 'daily pool of the VAT white list',
    fileColumn: 'biala_lista',
  },
} as const satisfies Readonly<Record<string, PoolRow>>

type Pools = typeof pools
export type Pool = keyof Pools
type PoolWith<Facts> = { [P in Pool]: Pools[P] extends Facts ? P : never }[Pool]
export type MonthlyPool = PoolWith<{ readonly reset: 'monthly' }>
export type DailyPool = PoolWith<{ readonly reset: 'daily' }>
/** Monthly pools with a hard limit, which never cost extra. */
export type HardMonthlyPool = PoolWith<{ readonly reset: 'monthly'; readonly sellsOverage: false }>
export type FigureOf<P extends Pool> = Pools[P]['figure']
export type PoolFigure = FigureOf<Pool>
export type MonthlyFigure = FigureOf<MonthlyPool>
export type DailyFigure = FigureOf<DailyPool>

/** Safe: the record contains each pool's own row. */
export const isPool = (name: string): name is Pool => Object.hasOwn(pools, name)
export const poolNames: readonly Pool[] = Object.keys(pools).filter(isPool)
export const monthlyPools: readonly MonthlyPool[] = poolNames.filter(isMonthly)
export const dailyPools: readonly DailyPool[] = poolNames.filter(isDaily)

export const hardMonthlyPools: readonly HardMonthlyPool[] = monthlyPools.filter(isHard)

function isMonthly(pool: Pool): pool is MonthlyPool {
  return pools[pool].reset === 'monthly'
}
function isDaily(pool: Pool): pool is DailyPool {
  return pools[pool].reset === 'daily'
}

function isHard(pool: MonthlyPool): pool is HardMonthlyPool {
  return !pools[pool].sellsOverage
}

export const poolFigure = <P extends Pool>(pool: P): FigureOf<P> => pools[pool].figure
export const poolFigures: readonly PoolFigure[] = poolNames.map(poolFigure)
export const monthlyFigures: readonly MonthlyFigure[] = monthlyPools.map(poolFigure)
export const dailyFigures: readonly DailyFigure[] = dailyPools.map(poolFigure)

export const isPoolFigure = (field: string): field is PoolFigure => poolFigures.some((figure) => figure === field)
/** Safe: each figure belongs to a pool, and the record has all of them. */
export const poolByFigure = Object.fromEntries(poolNames.map((pool) => [poolFigure(pool), pool])) as Record<
  PoolFigure,
  Pool
>

const overageFigures = ['overage_units', 'overage_grosz'] as const
/** All numbers of a day in the order of pages and files: units by pool, and the overage of lookups. */
export const dayFigures = [...poolFigures, ...overageFigures] as const
export type DayFigure = (typeof dayFigures)[number]

/** The summary's field with the limit of a daily figure. */
export const dailyLimitField = <F extends DailyFigure>(figure: F): `${F}_limit` => `${figure}_limit`

/** Partial counters of the lookup pool (interface section 2.3, usage summary). */
export const registers = ['rejestr', 'announcement', 'bzp', 'risk'] as const
export type Register = (typeof registers)[number]

/** All numbers of a day or month without any use. */
export const unusedDay = recordOf(dayFigures, () => 0)
export const unusedMonth = recordOf([...monthlyFigures, ...registers, ...overageFigures], () => 0)
