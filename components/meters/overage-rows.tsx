'use client'

import { useLocale, useTranslations } from 'use-intl'

import { DataList, DataRow } from '@/components/ui/data-list'
import type { Answer } from '@/lib/client/client'
import { formatGrosz, formatInteger } from '@/lib/domain/format'
import { countOf, unitsLeft } from '@/lib/domain/overage'

type Meter = Answer<'usage.api'>

/** A field that the answer does not have hides its row. */
export function OverageRows({ meter }: { readonly meter: Meter }) {
  const t = useTranslations('meters.overage')
  const locale = useLocale()
  const [units, price] = [countOf(meter.overage_units), countOf(meter.unit_grosz)]
  const trial = meter.trial === true ? countOf(meter.trial_requests) : undefined
  return (
    <DataList>
      {units !== undefined && <DataRow label={t('units')}>{formatInteger(units, locale)}</DataRow>}
      {units === 0 && <IncludedRow meter={meter} />}
      {price !== undefined && <DataRow label={t('price')}>{formatGrosz(price, locale)}</DataRow>}
      {trial !== undefined && <DataRow label={t('trialRequests')}>{formatInteger(trial, locale)}</DataRow>}
      <LeftRow meter={meter} />
    </DataList>
  )
}

function IncludedRow({ meter }: { readonly meter: Meter }) {
  const t = useTranslations('meters.overage')
  const locale = useLocale()
  const [used, included] = [countOf(meter.used), countOf(meter.included)]
  if (used === undefined || included === undefined) return null
  const figures = { used: formatInteger(used, locale), included: formatInteger(included, locale) }
  return <DataRow label={t('included')}>{t('includedValue', figures)}</DataRow>
}

function LeftRow({ meter }: { readonly meter: Meter }) {
  const t = useTranslations('meters.overage')
  const locale = useLocale()
  const left = unitsLeft(meter)
  if (left !== null)
    return <DataRow label={t('left')}>{t('leftValue', { count: formatInteger(left, locale) })}</DataRow>
  return meter.allowance === null ? <DataRow label={t('left')}>{t('unlimited')}</DataRow> : null
}
