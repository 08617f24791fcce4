'use client'

import { useLocale, useTranslations } from 'use-intl'

import { useAccountFacts } from '@/components/layout/use-account-facts'
import { type PriceFit, type Price, priceCalls, readPoolHeadroom } from '@/components/meters/price'
import { classNames } from '@/components/ui/class-names'
import { DataList, DataRow } from '@/components/ui/data-list'
import type { PricedCall } from '@/lib/contract/prices'
import { formatInteger, formatNetGrosz } from '@/lib/domain/format/format'

import { useFigureText } from '../use-figure-text'
import { useMeter, useSummary } from '../use-usage'

const inks: Record<PriceFit, string> = {
  fits: 'bg-accent-soft text-accent-ink',
  unlimited: 'bg-accent-soft text-accent-ink',
  overage: 'bg-warn-soft text-warn-ink',
  cut: 'bg-warn-soft text-warn-ink',
  partly: 'bg-warn-soft text-warn-ink',
  refused: 'bg-danger-soft text-danger-ink',
  unknown: 'bg-info-soft text-info-ink',
}

export function PriceAnswer({ call, count }: { readonly call: PricedCall; readonly count: number }) {
  const t = useTranslations('usage.price')
  const figures = useFigureText()
  const [meter, summary] = [useMeter().data, useSummary().data]
  const room = readPoolHeadroom(call.pool, { meter, summary, facts: useAccountFacts() })
  const price = priceCalls(call, count, room)
  return (
    <div>
      <DataList>
        <DataRow label={t('cost')}>
          <UnitsText price={price} />
        </DataRow>
        <DataRow label={t('pool')}>{figures.pool(call.pool)}</DataRow>
        <CallsRow call={call} price={price} />
        <ChargedRow price={price} />
        <FigureRow label={t('money')} value={price.grosz} format={formatNetGrosz} />
        {room.stop !== 'inactive' && (
          <>
            <FigureRow label={t('left')} value={room.unitsLeft} format={formatInteger} />
            <FigureRow label={t('leftAfter')} value={price.leftAfter} format={formatInteger} />
          </>
        )}
      </DataList>
      <p role="status" className={classNames('mt-2 rounded-md px-3 py-2 text-sm', inks[price.fit])}>
        <FitWords count={count} price={price} />
      </p>
      <Notes call={call} plan={summary?.plan_tier ?? undefined} />
    </div>
  )
}

interface FigureRowProps {
  readonly label: string
  readonly value: number | null | undefined
  readonly format: typeof formatInteger
}

function FigureRow({ label, value, format }: FigureRowProps) {
  const locale = useLocale()
  return typeof value === 'number' ? <DataRow label={label}>{format(value, locale)}</DataRow> : null
}

function ChargedRow({ price: { fit, accepted } }: { readonly price: Price }) {
  const t = useTranslations('usage.price')
  const locale = useLocale()
  if (accepted === undefined || (fit !== 'cut' && fit !== 'partly')) return null
  return (
    <DataRow label={t('charged')}>
      {t('units', { count: accepted.units, n: formatInteger(accepted.units, locale) })}
    </DataRow>
  )
}

function FitWords({ count, price: { fit, accepted, calls } }: { readonly count: number; readonly price: Price }) {
  const t = useTranslations('usage.price.fit')
  const locale = useLocale()
  const number = (value = 0) => formatInteger(value, locale)
  if (fit === 'cut') return t(fit, { given: number(accepted?.items), asked: number(count), askedNumber: count })
  return fit === 'partly'
    ? t(fit, { made: number(accepted?.calls), calls: number(calls), callsNumber: calls ?? 0 })
    : t(fit)
}

/** A call takes only a limited number of identifiers or items. */
function CallsRow({ call, price: { calls } }: { readonly call: PricedCall; readonly price: Price }) {
  const t = useTranslations('usage.price')
  const locale = useLocale()
  if (call.by === 'call' || call.most === undefined || calls < 2) return null
  const values = { count: calls, n: formatInteger(calls, locale), most: formatInteger(call.most, locale) }
  return <DataRow label={t('calls')}>{t('callsValue', values)}</DataRow>
}

function Notes({ call, plan }: { readonly call: PricedCall; readonly plan: string | undefined }) {
  const t = useTranslations('usage.price')
  const isOther = call.onlyPlan !== undefined && plan !== undefined && plan !== call.onlyPlan
  return (
    <>
      {call.unitsFrom !== undefined && <p className="mt-2 text-sm text-muted">{t('twoPrices')}</p>}
      {call.per !== undefined && <p className="mt-2 text-sm text-muted">{t('per', { per: call.per })}</p>}
      {isOther && <p className="mt-2 text-sm text-danger-ink">{t('onlyPlan')}</p>}
    </>
  )
}

function UnitsText({ price: { units } }: { readonly price: Price }) {
  const t = useTranslations('usage.price')
  const locale = useLocale()
  const to = { count: units.to, n: formatInteger(units.to, locale) }
  return units.from === units.to ? t('units', to) : t('unitsRange', { from: formatInteger(units.from, locale), ...to })
}
