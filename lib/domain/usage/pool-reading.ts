import { type DailyFigure, dailyLimitField, type MonthlyFigure, type Pool, type PoolFigure, pools } from './pools'

type OptionalNumber = number | null | undefined
type OptionalInstant = string | null | undefined
type OptionalFields<K extends string> = { readonly [F in K]?: OptionalNumber } | null | undefined

/** A usage summary (interface section 2.3) of which a remote service may leave out any field. */
export type PartialSummary = {
  readonly period_start?: OptionalInstant
  readonly period_end?: OptionalInstant
  readonly counts?: OptionalFields<MonthlyFigure>
  readonly limits?: OptionalFields<PoolFigure>
  readonly daily?:
    | (OptionalFields<DailyFigure | `${DailyFigure}_limit`> & {
        readonly day_start?: OptionalInstant
        readonly day_end?: OptionalInstant
      })
    | null
    | undefined
}

/** Raw values of one pool in the summary. A null limit means no limit. */
export type PoolValues = {
  readonly used: OptionalNumber
  readonly limit: OptionalNumber
  readonly start: OptionalInstant
  readonly end: OptionalInstant
}

export function poolValuesOf(summary: PartialSummary, pool: Pool): PoolValues {
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
