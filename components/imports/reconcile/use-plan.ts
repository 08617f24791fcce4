'use client'

import { useEffect, useState } from 'react'

import type { PlanSnapshot } from '../session/import-snapshot'
import { useImport } from '../use-import'
import type { PlanOptions } from './reconcile-plan'

export interface ReconcilePlan extends PlanSnapshot {
  readonly tag: string
  /** Changes with every new plan. */
  readonly version: string
}

/** The difference between the list and the monitors of a tag; undefined until both are loaded. */
export function usePlan({ tag, deletesShared }: PlanOptions): ReconcilePlan | undefined {
  const { session, state } = useImport()
  const [plan, setPlan] = useState<ReconcilePlan>()
  const version = `${state.snapshot?.version ?? 0}:${tag}:${deletesShared}`
  const isReady = state.known.kind === 'ready' && state.snapshot?.unasked === 0 && tag !== ''
  useEffect(() => {
    if (!isReady) return undefined
    let isCurrent = true
    const storePlan = (snapshot: PlanSnapshot) => {
      if (isCurrent) setPlan({ ...snapshot, tag, version })
    }
    session.callWorker('plan', { tag, deletesShared }).then(storePlan, () => undefined)
    return () => {
      isCurrent = false
    }
  }, [session, tag, deletesShared, version, isReady])
  return isReady && plan?.version === version ? plan : undefined
}
