'use client'

import { useEffect, useSyncExternalStore } from 'react'

import { lazyComponent } from '@/components/ui/lazy/lazy-component'
import { registerProofHost, readProofRequested, settleProof, subscribeProofRequested } from '@/lib/client/proof'

const ProofDialog = lazyComponent(async () => (await import('./proof-dialog')).ProofDialog)

/** Mounted once per page: opens the dialog when a call was refused because it requires proof of identity. */
export function ProofHost() {
  useEffect(registerProofHost, [])
  const isProofRequested = useSyncExternalStore(subscribeProofRequested, readProofRequested, () => false)
  return isProofRequested ? <ProofDialog onDone={settleProof} /> : null
}
