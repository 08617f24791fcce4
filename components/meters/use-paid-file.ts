'use client'

import { useQueryClient } from '@tanstack/react-query'

import { toast } from '@/components/ui/overlay/toast'
import { saveAnswer } from '@/components/ui/save-file'
import { readUnitsIn } from '@/lib/client/units-in'
import type { Pool } from '@/lib/domain/usage/pools'

import { useTellSpent } from './use-tell-spent'

/** A file that came, as its answer spoke of it. */
export interface PaidFile {
  readonly name: string
  /** What it cost; null where the service does not say. */
  readonly units: number | null
  /** Until when it comes again without a charge; null where the service does not say. */
  readonly until: string | null
}

interface WantedFile {
  readonly pool: Pool | undefined
  readonly fetch: () => Promise<Response>
  /** Its name, where the answer has none. */
  readonly otherwise: string
  /** Said where the service does not say what it cost. */
  readonly costUnknown?: string
}

/** Fetches a file that is paid for, hands it to the browser's downloads and says what it cost. Throws what refused it. */
export function usePaidFile() {
  const client = useQueryClient()
  const tellSpent = useTellSpent()
  return async ({ pool, fetch, otherwise, costUnknown }: WantedFile): Promise<PaidFile> => {
    try {
      const answer = await fetch()
      const name = await saveAnswer(answer, otherwise)
      const { units, left } = readUnitsIn(answer)
      if (pool !== undefined && units !== null) tellSpent({ pool, units, left })
      else if (costUnknown !== undefined) toast.success(costUnknown)
      return { name, units, until: answer.headers.get('x-paid-until') }
    } finally {
      void client.invalidateQueries({ queryKey: ['usage'] })
    }
  }
}
