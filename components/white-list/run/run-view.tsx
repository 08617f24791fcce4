'use client'

import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'

import { DeniedPage } from '@/components/layout/denied-page'
import { PageHeader } from '@/components/layout/page-header'
import { QueryView } from '@/components/layout/query-states'
import { usePermission } from '@/components/layout/viewer'
import { LinkButton } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { deferredComponent } from '@/components/ui/lazy/deferred-component'
import { SkeletonRows } from '@/components/ui/skeleton'
import { Time } from '@/components/ui/time'
import { panelQuery } from '@/lib/client/queries'
import { isMissing } from '@/lib/domain/api-error'
import { routes } from '@/lib/domain/routes'

import { RunStatus } from './run-status'

const RUNNING_POLL_MS = 2_000
const WAITING_POLL_MS = 30_000
const POLL_MS = {
  running: RUNNING_POLL_MS,
  waiting: WAITING_POLL_MS,
  paused: false,
  cancelled: false,
  done: false,
} as const

const Results = deferredComponent(
  async () => (await import('./run-results')).RunResults,
  () => <SkeletonRows rows={8} />,
)
const Changes = deferredComponent(async () => (await import('./run-changes')).RunChanges)

export function RunView({ id }: { readonly id: string }) {
  const t = useTranslations('white-list')
  const { allowed } = usePermission('whiteListRuns.get')
  const run = useQuery({
    ...panelQuery('whiteListRuns.get', { params: { id } }),
    enabled: allowed,
    refetchInterval: ({ state }) => (state.data === undefined ? false : POLL_MS[state.data.state]),
  })
  if (!allowed) return <DeniedPage page="whiteList" />
  if (run.data === undefined && isMissing(run.error)) return <Missing />
  return (
    <QueryView query={run} contentName={t('run.what')} skeleton={<SkeletonRows rows={8} />}>
      {(loadedRun) => (
        <>
          <PageHeader
            title={loadedRun.name === '' ? t('pasted') : <span className="break-words">{loadedRun.name}</span>}
            subtitle={
              <>
                <Time instant={loadedRun.created_at} /> · {loadedRun.created_by}
              </>
            }
            actions={<LinkButton href={routes.whiteList}>{t('run.back')}</LinkButton>}
          />
          <div className="grid grid-cols-1 gap-4">
            <RunStatus run={loadedRun} />
            {loadedRun.earlier.length > 0 && loadedRun.answered > 0 && <Changes run={loadedRun} />}
            <Results run={loadedRun} />
          </div>
        </>
      )}
    </QueryView>
  )
}

function Missing() {
  const t = useTranslations('white-list.run')
  return (
    <Card>
      <EmptyState title={t('missing')} action={<LinkButton href={routes.whiteList}>{t('back')}</LinkButton>}>
        {t('missingText')}
      </EmptyState>
    </Card>
  )
}
