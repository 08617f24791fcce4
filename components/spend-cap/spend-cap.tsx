'use client'

import { useTranslations } from 'use-intl'

import { asRoute } from '@/components/layout/as-route'
import { PageHeader } from '@/components/layout/page-header'
import { QueryView } from '@/components/layout/query-states'
import { useAccountFacts } from '@/components/layout/use-account-facts'
import { MeterNotesLazy } from '@/components/meters/meter-notes-lazy'
import { InactiveNote } from '@/components/meters/overage-note'
import { LinkButton } from '@/components/ui/button'
import { Card, CardBody } from '@/components/ui/card'
import { useOtherTabs } from '@/lib/client/other-tabs'
import { routes } from '@/lib/domain/routes'
import { readStanding } from '@/lib/domain/usage/standing'

import { CapEditor } from './cap-editor'
import { CapHistoryCard } from './cap-history-card'
import { CapMeterCard } from './cap-meter-card'
import { SpendCapCardsSkeleton } from './spend-cap-skeleton'
import { useCapMeter, type CapMeterAnswer } from './use-meter'

/** What is spent above the plan, and how far it may go. */
export function SpendCap() {
  const t = useTranslations('spend-cap')
  const meter = useCapMeter()
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
        actions={<LinkButton href={asRoute(routes.spendRules)}>{t('alerts')}</LinkButton>}
      />
      {isInactive === true && <InactiveNote />}
      <MeterNotesLazy of="meter" />
      <div className="grid grid-cols-1 gap-4">
        {hasFailed ? <Card>{view}</Card> : view}
        <CapHistoryCard isWithoutOverage={meter.data !== undefined && readStanding(meter.data).terms === 'hard'} />
      </div>
    </>
  )
}

type Useless = 'inactive' | 'hard' | 'unlimited'

/** The editor, or why there is nothing to set: no overage is sold, or the service takes no change. */
function CapPlace({ meter }: { readonly meter: CapMeterAnswer }) {
  const { terms, stop } = readStanding(meter, useAccountFacts())
  if (stop === 'inactive') return <NothingToSet why="inactive" />
  return terms === 'hard' || terms === 'unlimited' ? <NothingToSet why={terms} /> : <CapEditor meter={meter} />
}

function NothingToSet({ why }: { readonly why: Useless }) {
  const t = useTranslations('spend-cap')
  return (
    <Card title={t('editor.title')}>
      <CardBody>
        <p>{t(`nothingToSet.${why}`)}</p>
      </CardBody>
    </Card>
  )
}
