'use client'

import { ColumnsCard } from './columns-card'
import { SendCard } from './job/send-card'
import { ReconcileCard } from './reconcile/reconcile-card'
import { ReviewCard } from './review/review-card'
import type { ImportSnapshot } from './session/import-snapshot'

export type ImportMode = 'add' | 'reconcile'

export function ListCards({ snapshot, mode }: { readonly snapshot: ImportSnapshot; readonly mode: ImportMode }) {
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
