'use client'

import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'

import { Banner } from '@/components/layout/banner'
import { DeniedPage } from '@/components/layout/denied-page'
import { PageHeader } from '@/components/layout/page-header'
import { usePermission } from '@/components/layout/viewer'
import { usePlanPlaces } from '@/components/meters/use-meters'
import { AddBox } from '@/components/shared/add-companies/add-box'
import { LinkButton } from '@/components/ui/button'
import { Card, CardBody } from '@/components/ui/card'
import { MAX_FIELD_LENGTH } from '@/components/ui/inputs/paste-area'
import { SegmentedControl } from '@/components/ui/inputs/segmented-control'
import { lazyComponent } from '@/components/ui/lazy/lazy-component'
import { useCountValues } from '@/components/ui/use-count-values'
import { useFocusFallback } from '@/components/ui/use-focus-fallback'
import { takeHandedList } from '@/lib/client/handed-list'
import { isTypedName } from '@/lib/domain/companies/typed-name'
import { routes } from '@/lib/domain/routes'

import { JobCard } from './job/job-card'
import { OutcomeCard } from './job/outcome-card'
import type { ImportKey } from './job/sealed-job-store'
import type { ImportMode } from './list-cards'
import { ReconcileOutcome } from './reconcile/reconcile-outcome'
import { SourceSummary } from './source-summary'
import { ImportProvider, useImport, useUnsentListWarning } from './use-import'
import { useMonitorQuota } from './use-places'

function SourceField() {
  const { session, state } = useImport()
  // Saved immediately, so that no typed text is lost when a file replaces the field. A name is no list.
  const changeText = (text: string) =>
    session.change({ text, ...(isTypedName(text) && { snapshot: undefined, fault: undefined }) })
  return (
    <AddBox
      rows={9}
      text={state.text}
      onText={changeText}
      onList={(typed) => void session.type(typed)}
      onLongPaste={(pasted) => void session.paste(pasted)}
      onFile={(file) => void session.open(file)}
    />
  )
}

/** Reads what was given to an add box on another page. */
function useHandedList(): void {
  const { session } = useImport()
  useEffect(() => {
    const list = takeHandedList()
    if (list === undefined) return
    if ('file' in list) void session.open(list.file)
    else if (list.text.length > MAX_FIELD_LENGTH) void session.paste(list.text)
    else void session.type(list.text)
  }, [session])
}

/** The source: typed, pasted or from a file. Typed text stays if a file cannot be read. */
function SourceCard() {
  const faults = useTranslations('source-faults')
  const { state } = useImport()
  const { source, fault, snapshot } = state
  const isField = source.kind === 'text' || (fault !== undefined && snapshot === undefined)
  const name = source.kind === 'file' ? source.name : ''
  return (
    <Card>
      <CardBody className="grid gap-3">
        {fault !== undefined && (
          <Banner tone="danger">
            {name !== '' && <strong className="font-semibold break-all">{name}: </strong>}
            {faults(fault)}
          </Banner>
        )}
        {isField ? <SourceField /> : <SourceSummary />}
      </CardBody>
    </Card>
  )
}

const ListCards = lazyComponent(async () => (await import('./list-cards')).ListCards)

const modes = ['add', 'reconcile'] as const satisfies readonly ImportMode[]

function QuotaText() {
  const t = useTranslations('imports')
  const countValues = useCountValues()
  const { count } = usePlanPlaces('monitors')
  const places = useMonitorQuota()
  if (places === undefined) return count === undefined ? null : t('noLimit')
  return t('places', {
    free: countValues(places.free).count,
    limit: countValues(places.limit).count,
    limitNumber: places.limit,
  })
}

function Cards({ mode }: { readonly mode: ImportMode }) {
  const { state } = useImport()
  const container = useRef<HTMLDivElement>(null)
  useUnsentListWarning()
  useHandedList()
  useFocusFallback(container)
  return (
    <div ref={container} className="grid gap-4">
      <JobCard />
      {mode === 'add' ? <OutcomeCard /> : <ReconcileOutcome />}
      <SourceCard />
      {state.snapshot !== undefined && <ListCards snapshot={state.snapshot} mode={mode} />}
    </div>
  )
}

/**
 * The import page: reads a list of subjects, checks it row by row, then adds them or reconciles them with the monitors
 * of a tag.
 */
export function MonitorImport({ importKey }: { readonly importKey: ImportKey }) {
  const t = useTranslations('imports')
  const permission = usePermission('monitors.bulkCreate')
  const [mode, setMode] = useState<ImportMode>('add')
  const segments = modes.map((value) => ({ value, label: t(`modes.${value}`) }))
  if (!permission.allowed) return <DeniedPage page="monitorsImport" />
  return (
    <>
      <PageHeader
        title={t('title')}
        subtitle={
          <span className="inline-block min-h-5 tabular">
            <QuotaText />
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
