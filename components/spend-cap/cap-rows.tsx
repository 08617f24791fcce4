'use client'

import { useLocale, useTranslations } from 'use-intl'

import { useBillText } from '@/components/meters/overage-note'
import { DataList, DataRow } from '@/components/ui/data-list'
import { formatGrosz, formatInteger } from '@/lib/domain/format/format'
import { capSource, unitsInPlan, wholeCount } from '@/lib/domain/usage/overage'
import { billOf, type OverageBill } from '@/lib/domain/usage/overage-bill'
import type { Standing } from '@/lib/domain/usage/standing'

import { type CapMeterAnswer, useCapDays } from './use-meter'

/** The meter's figures; one that the answer does not have hides its row. */
export function CapRows({ meter, standing }: { readonly meter: CapMeterAnswer; readonly standing: Standing }) {
  const t = useTranslations('spend-cap.meter')
  const isPaid = standing.terms === 'paid'
  const hasUnits = isPaid || (wholeCount(meter.overage_units) ?? 0) > 0
  return (
    <DataList>
      {(isPaid || standing.terms === 'trial') && (
        <DataRow label={t('source')}>{t(`sources.${capSource(meter)}`)}</DataRow>
      )}
      <IncludedRow meter={meter} />
      {hasUnits && <CountRow label={t('units')} value={meter.overage_units} />}
      {isPaid && <PriceRow meter={meter} />}
      <LeftRow left={standing.left} />
      <CountRow label={t('documents')} value={meter.document_units} />
      {meter.trial === true && <CountRow label={t('trialRequests')} value={meter.trial_requests} />}
      {hasUnits && <CheckRow meter={meter} />}
    </DataList>
  )
}

function CountRow({ label, value }: { readonly label: string; readonly value: number | null | undefined }) {
  const locale = useLocale()
  const count = wholeCount(value)
  return count === undefined ? null : <DataRow label={label}>{formatInteger(count, locale)}</DataRow>
}

interface RowProps {
  readonly meter: CapMeterAnswer
}

function IncludedRow({ meter }: RowProps) {
  const t = useTranslations('spend-cap.meter')
  const locale = useLocale()
  const [used, included] = [unitsInPlan(meter), wholeCount(meter.included)]
  if (used === undefined) return null
  if (meter.included === null) return <DataRow label={t('included')}>{t('unlimited')}</DataRow>
  if (included === undefined) return null
  const figures = { used: formatInteger(used, locale), included: formatInteger(included, locale) }
  return <DataRow label={t('included')}>{t('includedValue', figures)}</DataRow>
}

function PriceRow({ meter }: RowProps) {
  const t = useTranslations('spend-cap.meter')
  const locale = useLocale()
  const price = wholeCount(meter.unit_grosz)
  return price === undefined ? null : <DataRow label={t('price')}>{formatGrosz(price, locale)}</DataRow>
}

function LeftRow({ left }: Pick<Standing, 'left'>) {
  const t = useTranslations('spend-cap.meter')
  const locale = useLocale()
  if (left === undefined) return null
  return (
    <DataRow label={t('left')}>
      {left === null ? t('unlimited') : t('leftValue', { count: formatInteger(left, locale) })}
    </DataRow>
  )
}

const checkKeys = {
  adds: 'checkOk',
  earlier: 'checkEarlier',
  prices: 'checkPrices',
  off: 'checkOff',
} as const satisfies Record<OverageBill['kind'], string>

/** The sum written out, so that finance can hold it against the invoice. */
function CheckRow({ meter }: RowProps) {
  const t = useTranslations('spend-cap.meter')
  const textOf = useBillText()
  const days = useCapDays()
  const bill = billOf(meter, days)
  if (!bill) return null
  return (
    <DataRow label={t('check')}>
      <span className={bill.kind === 'off' ? 'text-danger-ink' : undefined}>
        {t(checkKeys[bill.kind], textOf(bill))}
      </span>
    </DataRow>
  )
}
