'use client'

import { useEffect, useSyncExternalStore } from 'react'

import { lazyComponent } from '@/components/ui/lazy/lazy-component'
import { hostProof, readProofAsked, settleProof, subscribeProofAsked } from '@/lib/client/proof'

const ProofDialog = lazyComponent(async () => (await import('./proof-dialog')).ProofDialog)

/** Once on every page: asks who the person is when a call was refused for the want of a proof. */
export function ProofHost() {
  useEffect(hostProof, [])
  const isAsked = useSyncExternalStore(subscribeProofAsked, readProofAsked, () => false)
  return isAsked ? <ProofDialog onDone={settleProof} /> : null
}
