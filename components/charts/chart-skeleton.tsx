const heights = [45, 60, 22, 18, 55, 70, 72, 64, 60, 24, 18, 52, 80, 88, 74, 68, 30, 28, 90, 94]

/** `height` is the height of the chart in pixels. */
export function ChartSkeleton({ height: px }: { readonly height: number }) {
  return (
    <div aria-hidden className="flex items-end gap-1.5 pt-2 pb-7 pl-10" style={{ height: px }}>
      {heights.map((height, index) => (
        <span key={index} className="flex-1 animate-pulse rounded-sm bg-track" style={{ height: `${height}%` }} />
      ))}
    </div>
  )
}
