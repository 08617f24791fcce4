import type { ReactNode } from 'react'

import { Card, CardHeader } from './card'
import { Skeleton } from './skeleton'

interface CardSkeletonProps {
  /** The skeleton of what the card holds. */
  readonly children: ReactNode
  readonly className?: string | undefined
}

/** A card with its title on its way. */
export function CardSkeleton({ children, className }: CardSkeletonProps) {
  return (
    <Card className={className}>
      <CardHeader title={<Skeleton className="h-5 w-36" />} />
      {children}
    </Card>
  )
}
