'use client'

import { useTranslations } from 'use-intl'

import { FailureReason } from '@/components/layout/query-states'
import { PriceLine } from '@/components/meters/price-line'
import { usePriceWords } from '@/components/meters/use-price-words'
import { Button } from '@/components/ui/button'
import { Skeleton } from '@/components/ui/skeleton'
import { Time } from '@/components/ui/time'
import type { PricedCall } from '@/lib/contract/prices'
import { isApiError, isMissing } from '@/lib/domain/api-error'

import { useCompanyPart } from '../part/use-company-part'

interface ExpandNodeProps {
  readonly krs: string
  readonly calls: readonly PricedCall[]
  readonly isExpanded: boolean
  readonly onExpand: (krs: string) => void
}

/** What stands around another company: free where somebody has paid for it before, otherwise for its price. */
export function ExpandNode({ krs, calls, isExpanded, onExpand }: ExpandNodeProps) {
  const t = useTranslations('company-graph.node')
  const { kept, pages, price, ask, asking, reason } = useCompanyPart({ number: krs, part: 'graph', calls })
  const words = usePriceWords()
  const [page] = pages
  if (page !== undefined) {
    return (
      <div className="space-y-1.5 border-t pt-3">
        {isExpanded ? (
          <p className="text-sm text-muted">{t('expanded')}</p>
        ) : (
          <Button size="sm" onClick={() => onExpand(krs)}>
            {t('expandFree')}
          </Button>
        )}
        <p className="text-sm text-muted">
          {!isExpanded && `${t('free')}, `}
          {t('asOf')} <Time instant={page.asked_at} />
        </p>
      </div>
    )
  }
  if (kept.isPending) return <Skeleton className="h-7 w-40" />
  const expand = () => {
    // The picture takes it in as soon as it is there, also when this card is closed by then.
    onExpand(krs)
    ask('first')
  }
  return (
    <div className="space-y-1.5 border-t pt-3">
      <Button size="sm" variant="primary" isPending={asking.isPending} disabledReason={reason} onClick={expand}>
        {price === undefined ? t('expand') : t('expandFor', { price: words(price.pool, price.units) })}
      </Button>
      {price && (
        <div>
          <PriceLine {...price} />
        </div>
      )}
      <ExpandFailure error={asking.error} />
    </div>
  )
}

function ExpandFailure({ error }: { readonly error: Error | null }) {
  const t = useTranslations('price.part')
  if (error === null) return null
  const isLost = isApiError(error) && (error.kind !== 'status' || error.status >= 500)
  return (
    <div role="alert" className="space-y-1 text-sm">
      {isMissing(error) ? <p>{t('unknown')}</p> : <FailureReason error={error} />}
      <p className="text-muted">{t(isLost ? 'maybeCharged' : 'notCharged')}</p>
    </div>
  )
}
