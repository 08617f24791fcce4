'use client'

import { useTranslations } from 'use-intl'

import { QueryView } from '@/components/layout/query-states'
import { Card, CardBody, CardHeader } from '@/components/ui/card'
import { useClock } from '@/components/ui/clock'
import type { Answer } from '@/lib/client/client'
import { capInForce, forecastOverage } from '@/lib/domain/overage'

import { OverageMeter } from './overage-meter'
import { OverageNote } from './overage-note'
import { OverageRows } from './overage-rows'
import { OverageSkeleton } from './overage-skeleton'
import { useDays, useMeter } from './use-usage'

export function OverageCard() {
  const t = useTranslations('overview.overage')
  return (
    <Card labelledBy="overage-title">
      <CardHeader title={t('title')} titleId="overage-title" aside={t('hint')} />
      <QueryView query={useMeter()} skeleton={<OverageSkeleton />} what={t('what')}>
        {(meter) => <Overage meter={meter} />}
      </QueryView>
    </Card>
  )
}

function Overage({ meter }: { readonly meter: Answer<'usage.api'> }) {
  const days = useDays().data?.items ?? []
  const now = new Date(useClock())
  const capGrosz = capInForce(meter)
  const forecast = meter.trial === true ? null : forecastOverage(meter, days, { now, capGrosz })
  return (
    <CardBody>
      <OverageMeter meter={meter} capGrosz={capGrosz} forecast={forecast} />
      <OverageRows meter={meter} />
      <OverageNote meter={meter} />
    </CardBody>
  )
}
