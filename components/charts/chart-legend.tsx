import { type Series, seriesColour } from './series'

export function ChartLegend({ series }: { readonly series: readonly Series[] }) {
  return (
    <ul className="flex flex-wrap gap-x-3">
      {series.map(({ key, label, tone }) => (
        <li key={key} className="flex items-center gap-1.5">
          <span aria-hidden className="size-2 rounded-full" style={{ background: seriesColour[tone] }} />
          {label}
        </li>
      ))}
    </ul>
  )
}
