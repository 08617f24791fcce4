'use client'

import { useTranslations } from 'use-intl'

import { useViewer } from '@/components/layout/viewer'
import { ShortPrice } from '@/components/meters/price-line'
import { useCountValues } from '@/components/ui/use-count-values'
import type { PricedCall } from '@/lib/contract/prices'

/** Returns the price of one file, which is the same for all kinds. */
export const priceOfFile = (calls: readonly PricedCall[]): PricedCall | undefined =>
  calls.find(({ name }) => name === 'rdf.document')

/**
 * Shows the price of a file, what is left, and how long it stays free afterwards, which is unknown for a remote
 * service.
 */
export function FilePrice({ calls }: { readonly calls: readonly PricedCall[] }) {
  const t = useTranslations('statements.documents')
  const countValues = useCountValues()
  const { mode } = useViewer()
  const call = priceOfFile(calls)
  if (call === undefined) return null
  return (
    <p className="text-sm text-muted">
      {t('filePrice')} <ShortPrice pool={call.pool} units={call.units} />
      {mode === 'embedded' && call.freeAgainHours !== undefined && (
        <span className="block">{t('freeAgain', countValues(call.freeAgainHours))}</span>
      )}
    </p>
  )
}
