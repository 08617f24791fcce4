'use client'

import { useQueryClient } from '@tanstack/react-query'

import { toast } from '@/components/ui/overlay/toast'
import { saveAnswer } from '@/components/ui/save-file'
import { readUnitsIn } from '@/lib/client/units-in'
import type { Pool } from '@/lib/domain/usage/pools'

import { useShowCharge } from './use-show-charge'

export interface PaidFile {
  readonly name: string
  /** The units charged; null if the service did not report them. */
  readonly units: number | null
  /** Until when the same file is free of charge; null if the service did not report it. */
  readonly until: string | null
}

interface PaidFileRequest {
  readonly pool: Pool | undefined
  readonly fetch: () => Promise<Response>
  /** The file name if the answer has none. */
  readonly fallbackName: string
  /** The message if the service did not report the cost. */
  readonly costUnknown?: string
}

/** Fetches a paid file, saves it and reports the cost. Throws the refusal. */
export function usePaidFile() {
  const client = useQueryClient()
  const showCharge = useShowCharge()
  return async ({ pool, fetch, fallbackName, costUnknown }: PaidFileRequest): Promise<PaidFile> => {
    try {
      const answer = await fetch()
      const name = await saveAnswer(answer, fallbackName)
      const { units, left } = readUnitsIn(answer)
      if (pool !== undefined && units !== null) showCharge({ pool, units, left })
      else if (costUnknown !== undefined) toast.success(costUnknown)
      return { name, units, until: answer.headers.get('x-paid-until') }
    } finally {
      void client.invalidateQueries({ queryKey: ['usage'] })
    }
  }
}
