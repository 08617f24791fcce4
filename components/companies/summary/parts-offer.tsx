'use client'

import { useState } from 'react'
import { useTranslations } from 'use-intl'

import { usePermission } from '@/components/layout/viewer'
import { PaidQueryFailure } from '@/components/meters/paid-query-failure'
import { ShortPrice, usePoolRooms } from '@/components/meters/price-line'
import { Button } from '@/components/ui/button'
import { Checkbox } from '@/components/ui/inputs/checkbox'
import { useCountValues } from '@/components/ui/use-count-values'
import type { PanelAnswer } from '@/lib/client/client'
import type { PricedCall } from '@/lib/contract/prices'
import { poolNames } from '@/lib/domain/usage/pools'
import { type CompanyPart, summaryParts } from '@/lib/features/companies/domain/part-rows'

import { type PartPrice, priceOfPart } from '../part/use-company-part'
import { useAskParts } from './use-ask-parts'

/** Further parts that can be queried together with those of the summary. */
const furtherParts = ['changes', 'krz', 'msig', 'financials'] as const satisfies readonly CompanyPart[]
const offeredParts: readonly CompanyPart[] = [...summaryParts, ...furtherParts]
const isInSummary = (part: CompanyPart): boolean => summaryParts.some((each) => each === part)

interface PartsOfferProps {
  readonly companyAnswer: Pick<PanelAnswer<'companies.get'>, 'number' | 'parts' | 'askable'>
  readonly calls: readonly PricedCall[]
}

interface OfferedPart {
  readonly part: CompanyPart
  readonly price: PartPrice | undefined
}

/**
 * Offers the parts that nobody has queried yet in one press, for the price of those that are chosen. Renders nothing but
 * failures once all are known.
 */
export function PartsOffer({ companyAnswer: { number, parts, askable }, calls }: PartsOfferProps) {
  const t = useTranslations('companies.summary')
  const names = useTranslations('register-names')
  const countValues = useCountValues()
  const asking = useAskParts(number)
  const [changed, setChanged] = useState<ReadonlyMap<CompanyPart, boolean>>(new Map())
  const open = offeredParts
    .filter((part) => askable.includes(part) && !parts.some((known) => known.part === part))
    .map((part): OfferedPart => ({ part, price: priceOfPart({ part, calls }) }))
  const isChosen = (part: CompanyPart) => changed.get(part) ?? isInSummary(part)
  const chosen = open.filter(({ part }) => isChosen(part))
  const reason = useReason(chosen)
  const failures = (asking.data ?? []).filter(({ error }) => error !== undefined)
  return (
    <>
      {open.length > 0 && (
        <div className="space-y-3 border-t px-4 py-3.5">
          <fieldset>
            <legend className="mb-1.5 text-muted">{t('choose')}</legend>
            <div className="flex flex-wrap gap-x-5 gap-y-1">
              {open.map(({ part }) => (
                <Checkbox
                  key={part}
                  checked={isChosen(part)}
                  onChange={({ target }) => setChanged(new Map(changed).set(part, target.checked))}
                >
                  {names(`${part}.part`)}
                </Checkbox>
              ))}
            </div>
          </fieldset>
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <Button
              variant="primary"
              isPending={asking.isPending}
              disabledReason={reason}
              onClick={() => asking.mutate(chosen.map(({ part, price }) => ({ part, pool: price?.pool })))}
            >
              {t('get', countValues(chosen.length))}
            </Button>
            <TotalPrice chosen={chosen} />
          </div>
          {reason !== undefined && <p className="text-sm text-muted">{reason}</p>}
        </div>
      )}
      {failures.map(({ part, error }) => (
        <section key={part} aria-label={names(`${part}.part`)} className="border-t">
          <h3 className="px-4 pt-3 font-semibold">{t('failed', { part: names(`${part}.part`) })}</h3>
          <PaidQueryFailure error={error ?? null} />
        </section>
      ))}
    </>
  )
}

/** The chosen parts by pool, because each pool has its own units. */
function TotalPrice({ chosen }: { readonly chosen: readonly OfferedPart[] }) {
  const prices = poolNames.flatMap((pool) => {
    const ofPool = chosen.flatMap(({ price }) => (price?.pool === pool ? [price] : []))
    const units = ofPool.reduce((sum, price) => sum + price.units, 0)
    return ofPool.length === 0 ? [] : [{ pool, units, isMaximum: ofPool.some(({ isMaximum }) => isMaximum) }]
  })
  return (
    <span className="flex flex-wrap gap-x-1.5 text-sm text-muted">
      {prices.map((price, index) => (
        <span key={price.pool}>
          {index > 0 && '+ '}
          <ShortPrice {...price} />
        </span>
      ))}
    </span>
  )
}

/** Why nothing can be queried: no right, nothing chosen, or all chosen parts would be refused. */
function useReason(chosen: readonly OfferedPart[]): string | undefined {
  const t = useTranslations('companies.summary')
  const price = useTranslations('price.stopped')
  const { reason } = usePermission('companies.ask')
  const roomOf = usePoolRooms()
  if (reason !== undefined) return reason
  const stops = chosen.map((each) => (each.price === undefined ? undefined : roomOf(each.price.pool).stop))
  const [stop] = stops
  if (stops.length === 0) return t('nothingChosen')
  return stop && stops.every(Boolean) ? price(stop) : undefined
}
