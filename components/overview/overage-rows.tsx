'use client'

import { useLocale, useTranslations } from 'use-intl'

import { DataList, DataRow } from '@/components/ui/data-list'
import type { Answer } from '@/lib/client/client'
import { formatGrosz, formatInteger } from '@/lib/domain/format'
import { unitsLeft } from '@/lib/domain/overage'

type Meter = Answer<'usage.api'>

/** A field that the answer does not have hides its row. */
export function OverageRows({ meter }: { readonly meter: Meter }) {
  const t = useTranslations('overview.overage')
  const locale = useLocale()
  const { overage_units: units, unit_grosz: price } = meter
  return (
    <DataList>
      {typeof units === 'number' && <DataRow label={t('units')}>{formatInteger(units, locale)}</DataRow>}
      {units === 0 && <IncludedRow meter={meter} />}
      {typeof price === 'number' && <DataRow label={t('price')}>{formatGrosz(price, locale)}</DataRow>}
      {meter.trial === true && typeof meter.trial_requests === 'number' && (
        <DataRow label={t('trialRequests')}>{formatInteger(meter.trial_requests, locale)}</DataRow>
      )}
      <LeftRow meter={meter} />
    </DataList>
  )
}

function IncludedRow({ meter: { used, included } }: { readonly meter: Meter }) {
  const t = useTranslations('overview.overage')
  const locale = useLocale()
  if (typeof used !== 'number' || typeof included !== 'number') return null
  const figures = { used: formatInteger(used, locale), included: formatInteger(included, locale) }
  return <DataRow label={t('included')}>{t('includedValue', figures)}</DataRow>
}

function LeftRow({ meter }: { readonly meter: Meter }) {
  const t = useTranslations('overview.overage')
  const locale = useLocale()
  const left = unitsLeft(meter)
  if (left !== null)
    return <DataRow label={t('left')}>{t('leftValue', { count: formatInteger(left, locale) })}</DataRow>
  return meter.allowance === null ? <DataRow label={t('left')}>{t('unlimited')}</DataRow> : null
}
