'use client'

import { type ComponentType, useState } from 'react'

import { DayMarks } from './day-marks'
import type { UsageBarsProps } from './usage-bars'
import { UsageBarsStill } from './usage-bars-still'
import { ChartTable } from './usage-table'

/**
 * A still picture from the first paint on, which the live chart replaces when a pointer or a finger comes near. Its
 * numbers are in a table from the start, for who does not see it.
 */
export function UsageBarsLazy({ height = 220, ...props }: UsageBarsProps) {
  const [Live, setLive] = useState<ComponentType<UsageBarsProps> | null>(null)
  const approach = () => {
    if (Live !== null) return
    // Without the chunk the still picture stays, which tells the same; the next approach tries again.
    import('./usage-bars').then(({ UsageBars }) => setLive(() => UsageBars)).catch(() => undefined)
  }
  return (
    <div className="relative" data-testid="usage-chart" onPointerEnter={approach}>
      <div style={{ height }}>
        {Live === null ? <UsageBarsStill {...props} /> : <Live {...props} height={height} />}
      </div>
      <DayMarks days={props.days} marks={props.marks ?? []} />
      <ChartTable {...props} className="sr-only" />
    </div>
  )
}
