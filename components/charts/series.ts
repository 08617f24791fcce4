export type SeriesTone = 'plan' | 'over'

export interface Series {
  readonly key: string
  readonly label: string
  readonly tone: SeriesTone
}

export interface ChartDay {
  /** `YYYY-MM-DD`. */
  readonly date: string
  /** Units by series key; null for a future day. */
  readonly values: Readonly<Record<string, number>> | null
  readonly expected?: number | undefined
}

/** A marked day, drawn as a dotted line with a text above the bars. */
export interface DayMark {
  readonly date: string
  readonly label: string
  readonly tone: 'ink' | 'danger'
}

/** CSS colours of the series, for light and dark themes. */
export const seriesColour: Readonly<Record<SeriesTone, string>> = {
  plan: 'var(--color-series-lookups)',
  over: 'var(--color-series-pdf)',
}

export interface StackedSeries extends Series {
  /** The units stacked below this one. */
  readonly from: number
  readonly units: number
}

/** Stacks the series of a day; those without units are omitted. */
export function stackValues(
  values: Readonly<Record<string, number>>,
  series: readonly Series[],
): readonly StackedSeries[] {
  let from = 0
  return series.flatMap((each) => {
    const units = values[each.key] ?? 0
    if (units === 0) return []
    const stacked = { ...each, from, units }
    from += units
    return [stacked]
  })
}

function heightsOf(days: readonly ChartDay[]): readonly number[] {
  return days.map(({ values, expected = 0 }) =>
    values === null ? expected : Object.values(values).reduce((sum, value) => sum + value, 0),
  )
}

/** Returns round ticks of the value axis from 0 to above the highest day: at most six, in whole units. */
export function valueTicks(days: readonly ChartDay[]): readonly number[] {
  const max = Math.max(1, ...heightsOf(days))
  const power = 10 ** Math.floor(Math.log10(max / 4))
  const step = Math.max(1, ([1, 2, 2.5, 5, 10].find((factor) => factor * power * 5 >= max) ?? 10) * power)
  const tickStep = Math.ceil(step)
  return Array.from({ length: Math.ceil(max / tickStep) + 1 }, (_, index) => index * tickStep)
}
