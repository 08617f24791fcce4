import { type DailyFigure, dailyLimitField, type MonthlyFigure, type Pool, type PoolFigure, pools } from './pools'

type Told = number | null | undefined
type ToldInstant = string | null | undefined
type ToldFields<K extends string> = { readonly [F in K]?: Told } | null | undefined

/** A usage summary (interface section 2.3) of which a remote service may leave out any field. */
export type ToldSummary = {
  readonly period_start?: ToldInstant
  readonly period_end?: ToldInstant
  readonly counts?: ToldFields<MonthlyFigure>
  readonly limits?: ToldFields<PoolFigure>
  readonly daily?:
    | (ToldFields<DailyFigure | `${DailyFigure}_limit`> & {
        readonly day_start?: ToldInstant
        readonly day_end?: ToldInstant
      })
    | null
    | undefined
}

/** Raw values of one pool in the summary. A null limit means no limit. */
export type PoolReading = {
  readonly used: Told
  readonly limit: Told
  readonly start: ToldInstant
  readonly end: ToldInstant
}

export function readPool(summary: ToldSummary, pool: Pool): PoolReading {
  const row = pools[pool]
  const limit = summary.limits?.[row.figure]
  if (row.reset === 'monthly')
    return { used: summary.counts?.[row.figure], limit, start: summary.period_start, end: summary.period_end }
  const { daily } = summary
  return {
    used: daily?.[row.figure],
    limit: limit === null ? null : (daily?.[dailyLimitField(row.figure)] ?? limit),
    start: daily?.day_start,
    end: daily?.day_end,
  }
}
