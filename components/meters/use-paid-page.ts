'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'

import { usePermission } from '@/components/layout/viewer'
import type { PanelAnswer } from '@/lib/client/client'
import { panelMutation } from '@/lib/client/queries'
import { forgetRefusals, noteRefusal } from '@/lib/client/refusals'
import type { Pool } from '@/lib/domain/usage/pools'

import { useShowCharge } from './use-show-charge'

type PaidName = 'companies.ask' | 'registers.ask'
type PaidAnswer<N extends PaidName> = Omit<PanelAnswer<N>, 'units' | 'left'>

interface PaidPageOptions<N extends PaidName> {
  /** Undefined if the service does not name it. */
  readonly pool: Pool | undefined
  /** Stores the paid answer on the page. */
  readonly store: (answer: PaidAnswer<N>) => void
  /** Keys of queries that are out of date after the answer. */
  readonly stale: readonly (readonly string[])[]
  /** The key to refetch after a failure, because a lost answer may have been paid and stored. */
  readonly unsure?: readonly unknown[]
}

/** Pays for a page of stored results and reports the cost. `reason`: why the viewer may not pay. */
export function usePaidPage<N extends PaidName>(name: N, { pool, store, stale, unsure }: PaidPageOptions<N>) {
  const client = useQueryClient()
  const showCharge = useShowCharge()
  const { reason } = usePermission(name)
  const invalidate = (queryKey: readonly unknown[]) => client.invalidateQueries({ queryKey })
  const mutation = useMutation({
    ...panelMutation(name),
    onSuccess: ({ units, left, ...answer }: PanelAnswer<N>) => {
      store(answer)
      for (const key of stale) void invalidate(key)
      if (pool === undefined || units === null) return void invalidate(['usage'])
      showCharge({ pool, units, left })
      if (units !== 0) forgetRefusals([pool, 'subscription'])
    },
    onError: (error) => {
      noteRefusal(error)
      if (unsure !== undefined) void invalidate(unsure)
      return invalidate(['usage'])
    },
  })
  return { asking: mutation, reason }
}
