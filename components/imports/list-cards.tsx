'use client'

import { ColumnsCard } from './columns-card'
import { SendCard } from './job/send-card'
import { ReconcileCard } from './reconcile/reconcile-card'
import { ReviewCard } from './review/review-card'
import type { ImportSnapshot } from './session/import-snapshot'
import { useImport } from './use-import'

export type ImportMode = 'add' | 'reconcile'

export function ListCards({ snapshot, mode }: { readonly snapshot: ImportSnapshot; readonly mode: ImportMode }) {
  const { state } = useImport()
  const isSure = snapshot.mapping.doubt === undefined
  // A corrected row brings the button back.
  const isSent = state.outcome !== undefined && snapshot.counts.new === 0
  if (snapshot.counts.all === 0 || !isSure) return <ColumnsCard snapshot={snapshot} />
  return (
    <>
      <ColumnsCard snapshot={snapshot} />
      <ReviewCard snapshot={snapshot} />
      {mode === 'reconcile' && <ReconcileCard snapshot={snapshot} />}
      {mode === 'add' && !isSent && <SendCard snapshot={snapshot} />}
    </>
  )
}
