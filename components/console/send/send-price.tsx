'use client'

import { useTranslations } from 'use-intl'

import { useViewer } from '@/components/layout/viewer'
import { priceCalls } from '@/components/meters/price'
import { PriceLine, usePoolRoom } from '@/components/meters/price-line'
import { usePriceWords } from '@/components/meters/use-price-words'
import type { ConsoleOperation } from '@/lib/contract/console/console-operations'
import type { PricedCall } from '@/lib/contract/prices'

interface SendPriceProps {
  readonly operation: ConsoleOperation
  /** The most calls, identifiers or items; undefined if only the answer shows it. */
  readonly count: number | undefined
}

export function SendPrice({ operation, count }: SendPriceProps) {
  const t = useTranslations('console.send')
  const { call, isPaid } = operation
  return (
    <div className="text-sm text-muted">
      <span className="font-medium text-ink">{t('price')}:</span>{' '}
      {call === undefined ? t(isPaid ? 'counted' : 'free') : <PoolPrice call={call} count={count} />}
    </div>
  )
}

interface PoolPriceProps extends Pick<SendPriceProps, 'count'> {
  readonly call: PricedCall
}

function PoolPrice({ call, count }: PoolPriceProps) {
  const t = useTranslations('console.send')
  const { plan } = useViewer().account
  const poolRoom = usePoolRoom(call.pool)
  const price = count === undefined ? undefined : priceCalls(call, count, poolRoom)
  const fit = price?.fit
  const isOfOtherPlan = call.onlyPlan !== undefined && plan.toLowerCase() !== call.onlyPlan
  return (
    <>
      {price === undefined ? (
        <EachPrice call={call} />
      ) : (
        <PriceLine
          pool={call.pool}
          units={price.units.to}
          unitsFrom={price.units.from}
          isMaximum={call.by === 'item'}
        />
      )}
      {isOfOtherPlan && <p className="text-warn-ink">{t('enterprise')}</p>}
      {(fit === 'refused' || fit === 'partly') && <p className="text-warn-ink">{t('refused')}</p>}
      {fit === 'cut' && <p className="text-warn-ink">{t('cut')}</p>}
    </>
  )
}

/** The service determines the number of items. */
function EachPrice({ call }: Pick<PoolPriceProps, 'call'>) {
  const t = useTranslations('console.send')
  const price = useTranslations('price')
  const words = usePriceWords()
  const { pool, units, unitsFrom = units } = call
  const one = words(pool, units)
  return t('each', { price: unitsFrom === units ? one : price('range', { from: unitsFrom, price: one }) })
}
