'use client'

import { useTranslations } from 'use-intl'

import { PageHeader } from '@/components/layout/page-header'
import { QueryView } from '@/components/layout/query-states'
import { OutlookText } from '@/components/meters/outlook-text'
import { NearCapNote } from '@/components/meters/overage-note'
import { useMeter } from '@/components/meters/use-meters'
import { useOutlook } from '@/components/meters/use-outlook'
import { useToPay } from '@/components/meters/use-outlook-words'
import { LinkButton } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { Skeleton } from '@/components/ui/skeleton'
import type { OperationAnswer } from '@/lib/client/client'
import { routes } from '@/lib/domain/routes'

import { PeriodLine } from './period-line'

/** What the reader came for: to pay now, at most, until when, and what to do about it. */
export function OverviewHeader() {
  const meter = useMeter()
  return (
    <>
      <PeriodLine />
      {meter.data === undefined ? <NoMeter /> : <ToPay meter={meter.data} />}
    </>
  )
}

function NoMeter() {
  const t = useTranslations('overview')
  const what = useTranslations('meters.overage')('what')
  const meter = useMeter()
  if (!meter.isError)
    return (
      <PageHeader
        title={<Skeleton className="h-7 w-80 max-w-full" />}
        subtitle={<Skeleton className="mt-1 h-4 w-96 max-w-full" />}
      />
    )
  return (
    <>
      <PageHeader title={t('title')} />
      <Card className="mb-4">
        <QueryView query={meter} skeleton={null} what={what}>
          {() => null}
        </QueryView>
      </Card>
    </>
  )
}

function ToPay({ meter }: { readonly meter: OperationAnswer<'usage.api'> }) {
  const t = useTranslations('overview')
  const toPay = useToPay()
  const outlook = useOutlook(meter)
  const { terms, stop } = outlook.standing
  // Where no overage is sold, or the service takes no change, there is no cap to change.
  const hasCap = terms === 'paid' && stop !== 'inactive'
  return (
    <PageHeader
      title={toPay(outlook)}
      subtitle={
        <div className="mt-1 max-w-3xl">
          <OutlookText meter={meter} outlook={outlook} hasLink={false} />
          <NearCapNote meter={meter} hasLink={false} />
        </div>
      }
      {...(hasCap && {
        actions: (
          <LinkButton href={routes.spendCap} variant="primary">
            {t('changeCap')}
          </LinkButton>
        ),
      })}
    />
  )
}
