import type { ReactNode } from 'react'

import { classNames } from '@/components/ui/class-names'
import { Skeleton } from '@/components/ui/skeleton'

import { PageHeader } from './page-header'

interface PageSkeletonProps {
  /** Class names for the width of the title. */
  readonly title: string
  /** Class names for the size of the line below the title. */
  readonly subtitle?: string
  /** Class names for the widths of the buttons on the right. */
  readonly actions?: readonly string[]
  readonly children: ReactNode
}

export function PageSkeleton({ title, subtitle = 'mt-1 h-4 w-96', actions, children }: PageSkeletonProps) {
  return (
    <>
      <PageHeader
        title={<Skeleton className={classNames('h-7 max-w-full', title)} />}
        subtitle={<Skeleton className={classNames('max-w-full', subtitle)} />}
        actions={actions?.map((width, index) => (
          <Skeleton key={index} className={classNames('h-8.5 rounded-md', width)} />
        ))}
      />
      {children}
    </>
  )
}

export function PlainPageSkeleton({ title, actions, children }: Omit<PageSkeletonProps, 'subtitle'>) {
  return (
    <>
      <div className="mb-4 flex h-12 items-end justify-between">
        <Skeleton className={classNames('h-6', title)} />
        {actions?.map((width, index) => (
          <Skeleton key={index} className={classNames('h-8.5', width)} />
        ))}
      </div>
      {children}
    </>
  )
}
