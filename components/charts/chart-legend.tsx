import { type Series, seriesColour } from './series'

interface ChartLegendProps {
  readonly series: readonly Series[]
  /** Explains the dashed bars, if there are any. */
  readonly expected?: string | undefined
}

export function ChartLegend({ series, expected }: ChartLegendProps) {
  return (
    <ul className="flex flex-wrap gap-x-3">
      {series.map(({ key, label, tone }) => (
        <li key={key} className="flex items-center gap-1.5">
          <span
            aria-hidden
            className="size-2 rounded-[2px] forced-color-adjust-none"
            style={{ background: seriesColour[tone] }}
          />
          {label}
        </li>
      ))}
      {expected !== undefined && (
        <li className="flex items-center gap-1.5">
          <span aria-hidden className="size-2 border border-dashed border-edge" />
          {expected}
        </li>
      )}
    </ul>
  )
}
