export type SeriesTone = 'lookups' | 'rdf' | 'pdf'

export interface Series {
  readonly key: string
  readonly label: string
  readonly tone: SeriesTone
}

export interface UsageDay {
  /** `YYYY-MM-DD`. */
  readonly date: string
  /** Units by series key; null for a day that has not come yet. */
  readonly values: Readonly<Record<string, number>> | null
}

/** CSS colours of the series, in both palettes. */
export const seriesColour: Readonly<Record<SeriesTone, string>> = {
  lookups: 'var(--color-series-lookups)',
  rdf: 'var(--color-series-rdf)',
  pdf: 'var(--color-series-pdf)',
}

export interface StackedSeries extends Series {
  /** Units below this one. */
  readonly from: number
  readonly units: number
}

/** One day's series, each on top of those before; what has no units is left out. */
export function stackOf(values: Readonly<Record<string, number>>, series: readonly Series[]): readonly StackedSeries[] {
  let from = 0
  return series.flatMap((each) => {
    const units = values[each.key] ?? 0
    if (units === 0) return []
    const stacked = { ...each, from, units }
    from += units
    return [stacked]
  })
}

/** Mean total of the days that have come: the height of the dashed bars for those that have not. 0 without any. */
export function meanTotal(days: readonly UsageDay[]): number {
  const totals = totalsOf(days)
  return totals.length === 0 ? 0 : totals.reduce((sum, total) => sum + total, 0) / totals.length
}

/** Totals by day of those that have come. */
function totalsOf(days: readonly UsageDay[]): readonly number[] {
  return days.flatMap(({ values }) =>
    values === null ? [] : [Object.values(values).reduce((sum, value) => sum + value, 0)],
  )
}

/** Round marks of the value axis from 0 to above the highest day, at most six, whole units. */
export function valueTicks(days: readonly UsageDay[]): readonly number[] {
  const max = Math.max(1, ...totalsOf(days))
  const power = 10 ** Math.floor(Math.log10(max / 4))
  const step = Math.max(1, ([1, 2, 2.5, 5, 10].find((factor) => factor * power * 5 >= max) ?? 10) * power)
  const whole = Math.ceil(step)
  return Array.from({ length: Math.ceil(max / whole) + 1 }, (_, index) => index * whole)
}
