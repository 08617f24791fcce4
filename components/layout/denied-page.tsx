'use client'

import { Card } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'

import { PageHeader } from './page-header'

interface DeniedPageProps {
  readonly title: string
  /** What the role may not see here. */
  readonly denied: string
  /** Which roles may, as `usePermission` words it. */
  readonly reason: string | undefined
}

/** Stands in for a whole page that the role may not read. */
export function DeniedPage({ title, denied, reason }: DeniedPageProps) {
  return (
    <>
      <PageHeader title={title} />
      <Card>
        <EmptyState title={denied}>{reason}</EmptyState>
      </Card>
    </>
  )
}
