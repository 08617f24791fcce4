'use client'

import { useTranslations } from 'use-intl'

import { QueryView } from '@/components/layout/query-states'
import { Card, CardBody, CardHeader } from '@/components/ui/card'
import type { OperationAnswer } from '@/lib/client/client'
import type { Month } from '@/lib/domain/calendar'

import { OverageSkeleton } from './meter-skeletons'
import { OverageMeter } from './overage-meter'
import { OverageNote } from './overage-note'
import { OverageRows } from './overage-rows'
import { useMeteredDays, useMeter } from './use-meters'
import { useOutlook } from './use-outlook'

interface OverageCardProps {
  /** The current one, where the page asks for its days by name. */
  readonly month?: Month
}

export function OverageCard({ month }: OverageCardProps) {
  const t = useTranslations('meters.overage')
  return (
    <Card labelledBy="overage-title">
      <CardHeader title={t('title')} titleId="overage-title" aside={t('hint')} />
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
