'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'

import { usePriceWords } from '@/components/meters/use-price-words'
import { toast } from '@/components/ui/overlay/toast'
import { lazyPanelCall, toPanelKey } from '@/lib/client/queries'
import { forgetRefusals, noteRefusal } from '@/lib/client/refusals'
import { type Pool, poolNames } from '@/lib/domain/usage/pools'
import type { CompanyPart } from '@/lib/features/companies/domain/part-rows'

interface AskedPart {
  readonly part: CompanyPart
  /** Undefined if the service does not name it. */
  readonly pool: Pool | undefined
}

interface PartResult extends AskedPart {
  /** Null if the service did not report it. */
  readonly units: number | null
  readonly error: Error | undefined
}

/**
 * Queries several parts of a company at once. Each answer is stored as soon as it arrives, whatever becomes of the
 * others; what an earlier or a colleague's query has stored is not charged again.
 */
export function useAskParts(number: string) {
  const client = useQueryClient()
  const showTotal = useShowTotal()
  const ask = async ({ part, pool }: AskedPart): Promise<PartResult> => {
    const params = { number, part }
    try {
      const {
        units,
        left: _left,
        ...answer
      } = await lazyPanelCall('companies.ask', {
        params,
        body: { known: null, page: 'first' },
      })
      client.setQueryData(toPanelKey('companies.part', { params }), answer)
      if (pool !== undefined && units !== 0) forgetRefusals([pool, 'subscription'])
      return { part, pool, units, error: undefined }
    } catch (error) {
      noteRefusal(error)
      // A lost answer may have been paid and stored.
      void client.invalidateQueries({ queryKey: toPanelKey('companies.part', { params }) })
      return { part, pool, units: null, error: error instanceof Error ? error : new Error(String(error)) }
    }
  }
  return useMutation({
    mutationFn: (parts: readonly AskedPart[]) => Promise.all(parts.map(ask)),
    onSuccess: async (results) => {
      showTotal(results)
      await Promise.all(
        [['panel', 'companies', 'get'], ['usage']].map((queryKey) => client.invalidateQueries({ queryKey })),
      )
    },
  })
}

/** Reports the cost of all parts in one message, if the service reported it. */
function useShowTotal(): (results: readonly PartResult[]) => void {
  const t = useTranslations('price')
  const words = usePriceWords()
  return (results) => {
    const paid = results.filter(({ error }) => error === undefined)
    if (paid.length === 0 || paid.some(({ units }) => units === null)) return
    const totals = poolNames.flatMap((pool) => {
      const units = paid.reduce((sum, each) => sum + (each.pool === pool ? (each.units ?? 0) : 0), 0)
      return units === 0 ? [] : [words(pool, units)]
    })
    toast.success(totals.length === 0 ? t('spentNothing') : t('spent', { price: totals.join(', ') }))
  }
}
