import type { ReactNode } from 'react'

import { Card, CardHeader } from './card'
import { Skeleton } from './skeleton'

interface CardSkeletonProps {
  readonly children: ReactNode
  readonly className?: string | undefined
}

export function CardSkeleton({ children, className }: CardSkeletonProps) {
  return (
    <Card className={className}>
      <CardHeader title={<Skeleton className="h-5 w-36" />} />
      {children}
    </Card>
  )
}
