'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'

import { useTellSpent } from '@/components/meters/use-tell-spent'
import { toast } from '@/components/ui/overlay/toast'
import { saveAnswer } from '@/components/ui/save-file'
import { lazyCall } from '@/lib/client/queries'
import type { Input } from '@/lib/contract/table'
import { isApiError } from '@/lib/domain/api-error'

/** A file that came, as its answer spoke of it. */
export interface SavedFile {
  readonly name: string
  /** What it cost; null where the service does not say. */
  readonly units: number | null
  /** Until when it comes again without a charge; null where the service does not say. */
  readonly until: string | null
}

type FileRow = 'rdf.document' | 'rdf.archive'

/** Fetches a file, hands it to the downloads of the browser and says what it cost. Throws what refused it. */
export function useSavePaidFile() {
  const t = useTranslations('statements')
  const client = useQueryClient()
  const tellSpent = useTellSpent()
  return async <N extends FileRow>(row: N, input: Input<N>, otherwise: string): Promise<SavedFile> => {
    try {
      const answer: Response = await lazyCall(row, input)
      const { headers } = answer
      const name = await saveAnswer(answer, otherwise)
      const units = readUnits(headers, 'x-units-charged')
      if (units === null) toast.success(t('costUnknown'))
      else tellSpent({ pool: 'rdf', units, left: readUnits(headers, 'x-units-left') })
      return { name, units, until: headers.get('x-paid-until') }
    } finally {
      void client.invalidateQueries({ queryKey: ['usage'] })
    }
  }
}

function readUnits(headers: Headers, name: string): number | null {
  const said = headers.get(name) ?? ''
  return /^\d{1,9}$/.test(said) ? Number(said) : null
}

/** What got lost on the way may have been charged; nobody says that it was free. */
export const isMaybeCharged = (error: unknown): boolean =>
  error !== null && (!isApiError(error) || error.kind !== 'status' || error.status >= 500)
