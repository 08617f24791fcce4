import { recordOf } from '../collections/record-of'

/** What a pool has to say of itself; its words for people are in `messages/<locale>/pools.json`. */
type PoolRow = {
  /** Its number in a day, among the limits, in the summary, and its column in the store's counters. */
  readonly figure: string
  /** The summary has it among the `counts` of the period, or under `daily`. */
  readonly reset: 'monthly' | 'daily'
  /** Which field of the API meter its units count in; null where in none. */
  readonly meterField: 'used' | 'document_units' | null
  /** More than the limit is sold, up to the spend cap (decision 19). The meter has one price and one cap: this is so of one pool. */
  readonly sellsOverage: boolean
  /** What the service's own messages, which are English, call it. */
  readonly englishName: string
  /** Its column in files, whose names do not follow the language of the reader. */
  readonly fileColumn: string
}

/** The pools of interface 8.1 in the order of pages and files. Whatever is true of a pool is read from its row. */
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
  /** The VAT white list. */
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
/** Above whose limit nothing is given, and so nothing costs money. */
export type HardMonthlyPool = PoolWith<{ readonly reset: 'monthly'; readonly sellsOverage: false }>
export type FigureOf<P extends Pool> = Pools[P]['figure']
export type PoolFigure = FigureOf<Pool>
export type MonthlyFigure = FigureOf<MonthlyPool>
export type DailyFigure = FigureOf<DailyPool>

/** Sound: a record is made of each pool's own row. */
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
/** Sound: each figure is of a pool, and a record has them all. */
export const poolByFigure = Object.fromEntries(poolNames.map((pool) => [poolFigure(pool), pool])) as Record<
  PoolFigure,
  Pool
>

const overageFigures = ['overage_units', 'overage_grosz'] as const
/** Every number of a day in the order of pages and files: units by pool, and what lookups above the plan come to. */
export const dayFigures = [...poolFigures, ...overageFigures] as const
export type DayFigure = (typeof dayFigures)[number]

/** The field of the summary with the limit of a figure that resets daily. */
export const dailyLimitField = <F extends DailyFigure>(figure: F): `${F}_limit` => `${figure}_limit`

/** Partial counters of the lookup pool (interface 2.3). */
export const registers = ['rejestr', 'announcement', 'bzp', 'risk'] as const
export type Register = (typeof registers)[number]

/** Zeros: every number of a day on which nothing was used, and of a month with its partial counters. */
export const unusedDay = recordOf(dayFigures, () => 0)
export const unusedMonth = recordOf([...monthlyFigures, ...registers, ...overageFigures], () => 0)
