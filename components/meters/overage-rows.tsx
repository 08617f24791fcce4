'use client'

import { useLocale, useTranslations } from 'use-intl'

import { DataList, DataRow } from '@/components/ui/data-list'
import type { OperationAnswer } from '@/lib/client/client'
import { formatGrosz, formatInteger } from '@/lib/domain/format/format'
import { unitsInPlan, wholeCount } from '@/lib/domain/usage/overage'
import type { Standing } from '@/lib/domain/usage/standing'

type Meter = OperationAnswer<'usage.api'>

/** A field that the answer does not have hides its row, and so does what the plan does not sell. */
export function OverageRows({ meter, standing }: { readonly meter: Meter; readonly standing: Standing }) {
  const t = useTranslations('meters.overage')
  const locale = useLocale()
  const isPaid = standing.terms === 'paid'
  const [units, price] = [wholeCount(meter.overage_units), wholeCount(meter.unit_grosz)]
  const trial = meter.trial === true ? wholeCount(meter.trial_requests) : undefined
  return (
    <DataList>
      {units !== undefined && (isPaid || units > 0) && (
        <DataRow label={t('units')}>{formatInteger(units, locale)}</DataRow>
      )}
      {!(units !== undefined && units > 0) && <IncludedRow meter={meter} />}
      {price !== undefined && isPaid && <DataRow label={t('price')}>{formatGrosz(price, locale)}</DataRow>}
      {trial !== undefined && <DataRow label={t('trialRequests')}>{formatInteger(trial, locale)}</DataRow>}
      <LeftRow left={standing.left} />
    </DataList>
  )
}

function IncludedRow({ meter }: { readonly meter: Meter }) {
  const t = useTranslations('meters.overage')
  const locale = useLocale()
  const [used, included] = [unitsInPlan(meter), wholeCount(meter.included)]
  if (used === undefined || included === undefined) return null
  const figures = { used: formatInteger(used, locale), included: formatInteger(included, locale) }
  return <DataRow label={t('included')}>{t('includedValue', figures)}</DataRow>
}

function LeftRow({ left }: Pick<Standing, 'left'>) {
  const t = useTranslations('meters.overage')
  const locale = useLocale()
  if (left === undefined) return null
  return (
    <DataRow label={t('left')}>
      {left === null ? t('unlimited') : t('leftValue', { count: formatInteger(left, locale) })}
    </DataRow>
  )
}
