'use client'

import { useLocale, useTranslations } from 'use-intl'

import { DataRow } from '@/components/ui/data-list'
import type { OperationAnswer } from '@/lib/client/client'
import { formatGrosz, formatInteger } from '@/lib/domain/format/format'
import { unitsInPlan, wholeCount } from '@/lib/domain/usage/overage'
import type { Standing } from '@/lib/domain/usage/standing'

/** A figure of the meter; a missing figure hides its row. */
export function CountRow({ label, value }: { readonly label: string; readonly value: number | null | undefined }) {
  const locale = useLocale()
  const count = wholeCount(value)
  return count === undefined ? null : <DataRow label={label}>{formatInteger(count, locale)}</DataRow>
}

interface MeterRowProps {
  readonly meter: OperationAnswer<'usage.api'>
}

export function IncludedRow({ meter }: MeterRowProps) {
  const t = useTranslations('meters.overage')
  const locale = useLocale()
  const [used, included] = [unitsInPlan(meter), wholeCount(meter.included)]
  if (used === undefined || included === undefined) return null
  const figures = { used: formatInteger(used, locale), included: formatInteger(included, locale) }
  return <DataRow label={t('included')}>{t('includedValue', figures)}</DataRow>
}

export function PriceRow({ meter }: MeterRowProps) {
  const t = useTranslations('meters.overage')
  const locale = useLocale()
  const price = wholeCount(meter.unit_grosz)
  return price === undefined ? null : <DataRow label={t('price')}>{formatGrosz(price, locale)}</DataRow>
}

/** Hidden for an inactive account: its calls are refused, whatever units are left. */
export function LeftRow({ standing: { left, stop } }: { readonly standing: Standing }) {
  const t = useTranslations('meters.overage')
  const locale = useLocale()
  if (left === undefined || stop === 'inactive') return null
  return (
    <DataRow label={t('left')}>
      {left === null ? t('unlimited') : t('leftValue', { count: formatInteger(left, locale) })}
    </DataRow>
  )
}
