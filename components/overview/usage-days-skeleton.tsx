import { ChartSkeleton } from '@/components/charts/chart-skeleton'
import { CardBody } from '@/components/ui/card'
import { SkeletonGroup } from '@/components/ui/skeleton'

/** Of the chart and of its skeleton. */
export const CHART_PX = 240

export function DaysSkeleton() {
  return (
    <CardBody>
      <SkeletonGroup>
        <ChartSkeleton height={CHART_PX} />
      </SkeletonGroup>
    </CardBody>
  )
}
