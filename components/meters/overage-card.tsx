'use client'

import { useTranslations, useLocale } from 'use-intl'

import { QueryView } from '@/components/layout/query-states'
import { Card, CardBody } from '@/components/ui/card'
import { DataList, DataRow } from '@/components/ui/data-list'
import type { OperationAnswer } from '@/lib/client/client'
import type { Month } from '@/lib/domain/calendar'
import { formatGrosz, formatInteger } from '@/lib/domain/format/format'
import { unitsInPlan, wholeCount } from '@/lib/domain/usage/overage'
import type { Standing } from '@/lib/domain/usage/standing'

import { OverageSkeleton } from './meter-skeletons'
import { OverageMeter } from './overage-meter'
import { OverageNote } from './overage-note'
import { useMeteredDays, useMeter } from './use-meters'
import { useOutlook } from './use-outlook'

interface OverageCardProps {
  /** The current one, where the page asks for its days by name. */
  readonly month?: Month
}

export function OverageCard({ month }: OverageCardProps) {
  const t = useTranslations('meters.overage')
  return (
    <Card title={t('title')} aside={t('hint')}>
      <QueryView query={useMeter()} skeleton={<OverageSkeleton />} what={t('what')}>
        {(meter) => <Overage meter={meter} month={month} />}
      </QueryView>
    </Card>
  )
}

interface OverageProps {
  readonly meter: OperationAnswer<'usage.api'>
  readonly month: Month | undefined
}

function Overage({ meter, month }: OverageProps) {
  const days = useMeteredDays(month).data?.items
  const outlook = useOutlook(meter, { month })
  return (
    <CardBody>
      <OverageMeter meter={meter} outlook={outlook} />
      <OverageRows meter={meter} standing={outlook.standing} />
      <OverageNote meter={meter} days={days} />
    </CardBody>
  )
}

type Meter = OperationAnswer<'usage.api'>

/** A field that the answer does not have hides its row, and so does what the plan does not sell. */
function OverageRows({ meter, standing }: { readonly meter: Meter; readonly standing: Standing }) {
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
