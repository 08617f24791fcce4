'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'

import { usePermission } from '@/components/layout/viewer'
import type { PanelAnswer } from '@/lib/client/client'
import { panelMutation } from '@/lib/client/queries'
import { forgetRefusals, noteRefusal } from '@/lib/client/refusals'
import type { Pool } from '@/lib/domain/usage/pools'

import { useTellSpent } from './use-tell-spent'

type PaidName = 'companies.ask' | 'registers.ask'
type Kept<N extends PaidName> = Omit<PanelAnswer<N>, 'units' | 'left'>

interface PaidPage<N extends PaidName> {
  /** Undefined where the service does not say. */
  readonly pool: Pool | undefined
  /** What was paid for takes its place on the page. */
  readonly keep: (answer: Kept<N>) => void
  /** Keys of what says less than was kept now. */
  readonly stale: readonly (readonly string[])[]
  /** Key of what is read anew after a failure: what got lost on its way back may have been kept before. */
  readonly unsure?: readonly unknown[]
}

/** Pays for a page of what is kept, and says what it cost. `reason`: why the viewer may not pay. */
export function usePaidPage<N extends PaidName>(name: N, { pool, keep, stale, unsure }: PaidPage<N>) {
  const client = useQueryClient()
  const tellSpent = useTellSpent()
  const { reason } = usePermission(name)
  const invalidate = (queryKey: readonly unknown[]) => client.invalidateQueries({ queryKey })
  const asking = useMutation({
    ...panelMutation(name),
    onSuccess: ({ units, left, ...answer }: PanelAnswer<N>) => {
      keep(answer)
      for (const key of stale) void invalidate(key)
      if (pool === undefined || units === null) return void invalidate(['usage'])
      tellSpent({ pool, units, left })
      if (units !== 0) forgetRefusals([pool, 'subscription'])
    },
    onError: (error) => {
      noteRefusal(error)
      if (unsure !== undefined) void invalidate(unsure)
      return invalidate(['usage'])
    },
  })
  return { asking, reason }
}
