'use client'

import { ColumnsCard } from './columns-card'
import type { Snapshot } from './import-service'
import { ReconcileCard } from './reconcile-card'
import { ReviewCard } from './review-card'
import { SendCard } from './send-card'

/** What a list is for. */
export type ImportMode = 'add' | 'reconcile'

interface ListCardsProps {
  readonly snapshot: Snapshot
  readonly mode: ImportMode
}

/** What is said and done about a list that could be read. */
export function ListCards({ snapshot, mode }: ListCardsProps) {
  const isSure = snapshot.mapping.doubt === undefined
  if (snapshot.counts.all === 0 || !isSure) return <ColumnsCard snapshot={snapshot} />
  return (
    <>
      <ColumnsCard snapshot={snapshot} />
      <ReviewCard snapshot={snapshot} />
      {mode === 'add' ? <SendCard snapshot={snapshot} /> : <ReconcileCard snapshot={snapshot} />}
    </>
  )
}
