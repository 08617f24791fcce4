'use client'

import dynamic from 'next/dynamic'

import { useAfterLoad } from '@/components/ui/use-after-load'

import { ChartSkeleton } from './chart-skeleton'
import type { UsageBarsProps } from './usage-bars'
import { UsageTable } from './usage-table'

const UsageBars = dynamic(() => import('./usage-bars').then((m) => m.UsageBars), {
  ssr: false,
  loading: () => <ChartSkeleton />,
})

/** The chart, fetched after the page has loaded, in a box of its final size; its numbers are in a table from the start. */
export function UsageBarsLazy({ height = 220, ...props }: UsageBarsProps) {
  const isAfterLoad = useAfterLoad()
  return (
    <div className="relative">
      <div style={{ height }}>{isAfterLoad ? <UsageBars {...props} height={height} /> : <ChartSkeleton />}</div>
      <UsageTable {...props} className="sr-only" />
    </div>
  )
}
