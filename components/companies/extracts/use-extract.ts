'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'

import { useTellSpent } from '@/components/meters/use-tell-spent'
import { saveAnswer } from '@/components/ui/save-file'
import { lazyCall } from '@/lib/client/queries'
import { readUnitsIn } from '@/lib/client/units-in'
import type { Pool } from '@/lib/domain/usage/pools'

/** `owners`: of CRBR; the others of KRS. */
export type ExtractKind = 'current' | 'full' | 'owners'

export interface SavedExtract {
  readonly name: string
  /** What the service says that it charged; null where it does not. */
  readonly units: number | null
}

interface Wanted {
  readonly kind: ExtractKind
  readonly krs: string
  readonly pool: Pool | undefined
}

/** Fetches an extract, which is paid for, and hands it to the browser's downloads. */
export function useExtract({ kind, krs, pool }: Wanted) {
  const client = useQueryClient()
  const tellSpent = useTellSpent()
  return useMutation({
    mutationFn: async (): Promise<SavedExtract> => {
      const answer =
        kind === 'owners'
          ? await lazyCall('crbr.pdf', { params: { krs } })
          : await lazyCall('krs.pdf', { params: { krs }, query: { type: kind } })
      const { units, left } = readUnitsIn(answer)
      const name = await saveAnswer(answer, `${kind}-${krs}.pdf`)
      if (pool !== undefined && units !== null) tellSpent({ pool, units, left })
      return { name, units }
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['usage'] }),
  })
}
