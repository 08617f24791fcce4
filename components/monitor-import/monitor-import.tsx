'use client'

import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'

import { DeniedPage } from '@/components/layout/denied-page'
import { PageHeader } from '@/components/layout/page-header'
import { usePermission } from '@/components/layout/viewer'
import { LinkButton } from '@/components/ui/button'
import { SegmentedControl } from '@/components/ui/inputs/segmented-control'
import { lazyComponent } from '@/components/ui/lazy/lazy-component'
import { useCountValues } from '@/components/ui/use-count-values'
import { useKeptFocus } from '@/components/ui/use-kept-focus'
import { query } from '@/lib/client/queries'
import { routes } from '@/lib/domain/routes'

import { JobCard } from './job/job-card'
import { OutcomeCard } from './job/outcome-card'
import type { ImportKey } from './job/sealed-job-store'
import type { ImportMode } from './list-cards'
import { ReconcileOutcome } from './reconcile/reconcile-outcome'
import { SourceCard } from './source-card'
import { ImportProvider, useImport, useKeepWarning } from './use-import'
import { usePlaces } from './use-places'

/** Everything about a list comes with the first list that is read. */
const ListCards = lazyComponent(async () => (await import('./list-cards')).ListCards)

const modes = ['add', 'reconcile'] as const satisfies readonly ImportMode[]

function Places() {
  const t = useTranslations('monitor-import')
  const counted = useCountValues()
  const { data } = useQuery(query('usage.summary', {}))
  const places = usePlaces()
  if (places === undefined) return data?.counts?.monitors === undefined ? null : t('noLimit')
  return t('places', {
    free: counted(places.free).count,
    limit: counted(places.limit).count,
    limitNumber: places.limit,
  })
}

function Cards({ mode }: { readonly mode: ImportMode }) {
  const { state } = useImport()
  const part = useRef<HTMLDivElement>(null)
  useKeepWarning()
  useKeptFocus(part)
  return (
    <div ref={part} className="grid gap-4">
      <JobCard />
      {mode === 'add' ? <OutcomeCard /> : <ReconcileOutcome />}
      <SourceCard />
      {state.snapshot !== undefined && <ListCards snapshot={state.snapshot} mode={mode} />}
    </div>
  )
}

/** The import page: a list of subjects is read, checked row by row, and added, or reconciled with the monitors of a tag. */
export function MonitorImport({ importKey }: { readonly importKey: ImportKey }) {
  const t = useTranslations('monitor-import')
  const creating = usePermission('monitors.bulkCreate')
  const [mode, setMode] = useState<ImportMode>('add')
  const segments = modes.map((value) => ({ value, label: t(`modes.${value}`) }))
  if (!creating.allowed) return <DeniedPage page="monitorsImport" />
  return (
    <>
      <PageHeader
        title={t('title')}
        subtitle={
          <span className="inline-block min-h-5 tabular">
            <Places />
          </span>
        }
        actions={
          <>
            <LinkButton variant="ghost" href={routes.monitorsImports}>
              {t('history')}
            </LinkButton>
            <SegmentedControl label={t('modes.label')} segments={segments} value={mode} onChange={setMode} />
          </>
        }
      />
      <ImportProvider importKey={importKey}>
        <Cards mode={mode} />
      </ImportProvider>
    </>
  )
}
