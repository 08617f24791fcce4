'use client'

import { useTranslations } from 'use-intl'

import { PageHeader } from '@/components/layout/page-header'
import { QueryView } from '@/components/layout/query-states'
import { useAccountFacts } from '@/components/layout/use-account-facts'
import { InactiveNote } from '@/components/meters/inactive-note'
import { MeterNotesLazy } from '@/components/meters/meter-notes-lazy'
import { LinkButton } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { useOtherTabs } from '@/lib/client/other-tabs'
import { routes } from '@/lib/domain/routes'
import { standingOf } from '@/lib/domain/standing'

import { CapHistoryCard } from './cap-history-card'
import { CapMeterCard } from './cap-meter-card'
import { CapPlace } from './cap-place'
import { SpendCapCardsSkeleton } from './spend-cap-skeleton'
import { useMeter } from './use-meter'

/** What is spent above the plan, and how far it may go. */
export function SpendCap() {
  const t = useTranslations('spend-cap')
  const meter = useMeter()
  useOtherTabs()
  const { isInactive } = useAccountFacts()
  const hasFailed = meter.isError && meter.data === undefined
  const view = (
    <QueryView query={meter} skeleton={<SpendCapCardsSkeleton />} what={t('what')}>
      {(data) => (
        <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.2fr)]">
          <CapMeterCard meter={data} />
          <CapPlace meter={data} />
        </div>
      )}
    </QueryView>
  )
  return (
    <>
      <PageHeader
        title={t('title')}
        subtitle={t('subtitle')}
        actions={<LinkButton href={routes.settingsAlerts}>{t('alerts')}</LinkButton>}
      />
      {isInactive === true && <InactiveNote />}
      <MeterNotesLazy of="meter" />
      <div className="grid grid-cols-1 gap-4">
        {hasFailed ? <Card>{view}</Card> : view}
        <CapHistoryCard isWithoutOverage={meter.data !== undefined && standingOf(meter.data).terms === 'hard'} />
      </div>
    </>
  )
}
