'use client'

import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'

import { classNames } from './class-names'

/** A grey block of the same size as the content that replaces it, so that the layout does not shift. */
export function Skeleton({ className }: { readonly className?: string }) {
  return (
    <span aria-hidden className={classNames('block animate-pulse rounded-sm bg-track', className ?? 'h-4 w-full')} />
  )
}

/** Wraps a view's skeleton and announces once that something loads. */
export function SkeletonGroup({ children, className }: { readonly children: ReactNode; readonly className?: string }) {
  const t = useTranslations('common')
  return (
    <div aria-busy className={className}>
      <span className="sr-only">{t('loading')}</span>
      {children}
    </div>
  )
}

export const SkeletonRows = ({ rows }: { readonly rows: number }) => (
  <SkeletonGroup>
    <SameRows count={rows} className="flex items-center gap-4 px-4 py-3">
      <Skeleton className="h-4 w-2/5" />
      <Skeleton className="h-4 w-1/5" />
      <Skeleton className="ml-auto h-4 w-16" />
    </SameRows>
  </SkeletonGroup>
)

interface SameRowsProps {
  readonly count: number
  /** Of each row. */
  readonly className: string
  readonly children: ReactNode
}

/** The same row several times, with lines between. */
export const SameRows = ({ count, className, children }: SameRowsProps) => (
  <div className="divide-y">
    {Array.from({ length: count }, (_, row) => (
      <div key={row} className={className}>
        {children}
      </div>
    ))}
  </div>
)
