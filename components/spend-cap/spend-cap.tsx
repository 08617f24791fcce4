'use client'

import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'

import { asRoute } from '@/components/layout/as-route'
import { PageHeader } from '@/components/layout/page-header'
import { QueryView } from '@/components/layout/query-states'
import { useAccountFacts } from '@/components/layout/use-account-facts'
import { MeterNotesLazy } from '@/components/meters/meter-notes-lazy'
import { InactiveNote } from '@/components/meters/overage-note'
import { TableFileButtons } from '@/components/shared/table-file-buttons'
import { LinkButton } from '@/components/ui/button'
import { Card, CardBody } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { ResourceTableSkeleton } from '@/components/ui/resource-table'
import { useOtherTabs } from '@/lib/client/other-tabs'
import { panelQuery } from '@/lib/client/queries'
import { routes } from '@/lib/domain/routes'
import { readStanding } from '@/lib/domain/usage/standing'
import type { CapChange } from '@/lib/features/spend-cap/contract'

import { CapEditor } from './cap-editor'
import { capColumns, CapHistoryTable } from './cap-history-table'
import { CapMeterCard } from './cap-meter-card'
import { SpendCapCardsSkeleton } from './spend-cap-skeleton'
import { useCapMeter, type CapMeterAnswer } from './use-meter'

const REFRESH_MS = 30_000

interface CapHistoryCardProps {
  /** True if the plan has no overage: then the card is shown only if there were changes. */
  readonly isWithoutOverage: boolean
}

function CapHistoryCard({ isWithoutOverage }: CapHistoryCardProps) {
  const t = useTranslations('spend-cap.history')
  const history = useQuery({ ...panelQuery('spendCap.history', {}), refetchInterval: REFRESH_MS })
  const items = history.data?.items ?? []
  if (isWithoutOverage && history.isSuccess && items.length === 0) return null
  return (
    <Card title={t('title')} titleId="history-title" aside={items.length > 0 && <SaveButtons changes={items} />}>
      <QueryView
        query={history}
        contentName={t('what')}
        skeleton={<ResourceTableSkeleton columns={capColumns} rows={3} />}
        isEmpty={(data) => data.items.length === 0 && (data.start ?? null) === null}
        empty={<EmptyState title={t('empty')}>{t('emptyHint')}</EmptyState>}
      >
        {(data) => <CapHistoryTable changes={data.items} start={data.start ?? null} />}
      </QueryView>
    </Card>
  )
}

/** The same name in every language of the panel, as for usage files. */
const FILE_NAME = 'historia-limitu'

function SaveButtons({ changes }: { readonly changes: readonly CapChange[] }) {
  const t = useTranslations('spend-cap.history')
  const makeTables = async () => {
    const { capChangesTable } = await import('@/lib/domain/files/usage-file')
    return [capChangesTable(changes)]
  }
  return (
    <span className="flex gap-2">
      <TableFileButtons name={FILE_NAME} of={t('file')} makeTables={makeTables} />
    </span>
  )
}

export function SpendCap() {
  const t = useTranslations('spend-cap')
  const meter = useCapMeter()
  useOtherTabs()
  const { isInactive } = useAccountFacts()
  const hasFailed = meter.isError && meter.data === undefined
  const view = (
    <QueryView query={meter} skeleton={<SpendCapCardsSkeleton />} contentName={t('what')}>
      {(data) => (
        <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.2fr)]">
          <CapMeterCard meter={data} />
          <CapSettings meter={data} />
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
      <MeterNotesLazy source="meter" />
      <div className="grid grid-cols-1 gap-4">
        {hasFailed ? <Card>{view}</Card> : view}
        <CapHistoryCard isWithoutOverage={meter.data !== undefined && readStanding(meter.data).terms === 'hard'} />
      </div>
    </>
  )
}

type CapBlockReason = 'inactive' | 'hard' | 'unlimited'

/** The editor, or why there is nothing to set: the plan has no overage, or the service accepts no change. */
function CapSettings({ meter }: { readonly meter: CapMeterAnswer }) {
  const { terms, stop } = readStanding(meter, useAccountFacts())
  if (stop === 'inactive') return <NothingToSet reason="inactive" />
  return terms === 'hard' || terms === 'unlimited' ? <NothingToSet reason={terms} /> : <CapEditor meter={meter} />
}

function NothingToSet({ reason }: { readonly reason: CapBlockReason }) {
  const t = useTranslations('spend-cap')
  return (
    <Card title={t('editor.title')}>
      <CardBody>
        <p>{t(`nothingToSet.${reason}`)}</p>
      </CardBody>
    </Card>
  )
}
