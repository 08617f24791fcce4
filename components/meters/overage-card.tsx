'use client'

import { useTranslations } from 'use-intl'

import { QueryView } from '@/components/layout/query-states'
import { Card, CardBody } from '@/components/ui/card'
import { DataList } from '@/components/ui/data-list'
import type { OperationAnswer } from '@/lib/client/client'
import type { Month } from '@/lib/domain/calendar'
import { wholeCount } from '@/lib/domain/usage/overage'
import type { Standing } from '@/lib/domain/usage/standing'

import { OverageSkeleton } from './meter-skeletons'
import { OverageMeter } from './overage-meter'
import { OverageNote } from './overage-note'
import { CountRow, IncludedRow, LeftRow, PriceRow } from './overage-rows'
import { useMeteredDays, useMeter } from './use-meters'
import { useOutlook } from './use-outlook'

interface OverageCardProps {
  /** The current month, if the page queries its days by month. */
  readonly month?: Month
}

export function OverageCard({ month }: OverageCardProps) {
  const t = useTranslations('meters.overage')
  return (
    <Card title={t('title')} aside={t('hint')}>
      <QueryView query={useMeter()} skeleton={<OverageSkeleton />} contentName={t('what')}>
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

/** A missing field hides its row, as does a feature that the plan does not sell. */
function OverageRows({ meter, standing }: Pick<OverageProps, 'meter'> & { readonly standing: Standing }) {
  const t = useTranslations('meters.overage')
  const isPaid = standing.terms === 'paid'
  const hasUnits = (wholeCount(meter.overage_units) ?? 0) > 0
  return (
    <DataList>
      {(isPaid || hasUnits) && <CountRow label={t('units')} value={meter.overage_units} />}
      {!hasUnits && <IncludedRow meter={meter} />}
      {isPaid && <PriceRow meter={meter} />}
      {meter.trial === true && <CountRow label={t('trialRequests')} value={meter.trial_requests} />}
      <LeftRow standing={standing} />
    </DataList>
  )
}
