'use client'

import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'

import { BridgeButton } from '@/components/shared/filter-bridge/bridge-button'
import { Button, LinkButton } from '@/components/ui/button'
import { Card, CardBody } from '@/components/ui/card'
import { DataList, DataRow } from '@/components/ui/data-list'
import { Icon } from '@/components/ui/icon'
import { useCountValues } from '@/components/ui/use-count-values'
import { maskMistyped } from '@/lib/domain/identifiers/identifiers'
import { routes } from '@/lib/domain/routes'
import { MAX_TAGS } from '@/lib/domain/tags/tags'

import { NotNamed } from '../reconcile/not-named'
import { useRejectedFile } from '../review/use-rejected-file'
import { useImport } from '../use-import'
import type { JobProgress, RefusedItem } from './job'

const MAX_SHOWN = 50

export function JobFigures({ progress }: { readonly progress: JobProgress }) {
  const t = useTranslations('imports.outcome')
  const countValues = useCountValues()
  const figures = [
    { key: 'inserted', count: progress.inserted + progress.recovered, isAlways: true },
    { key: 'existing', count: progress.existing, isAlways: false },
    { key: 'tagged', count: progress.tagged, isAlways: false },
    { key: 'full', count: progress.full, isAlways: false },
    { key: 'refused', count: progress.refused.length, isAlways: false },
  ] as const
  return (
    <DataList>
      {figures
        .filter(({ count, isAlways }) => isAlways || count > 0)
        .map(({ key, count }) => (
          <DataRow key={key} label={t(key, { max: MAX_TAGS })}>
            <strong>{countValues(count).count}</strong>
          </DataRow>
        ))}
    </DataList>
  )
}

/** The rows that the service refused, with its messages; personal numbers in them are masked. */
export function RefusedList({ refused }: { readonly refused: readonly RefusedItem[] }) {
  return (
    <ul className="mt-3 max-h-52 divide-y overflow-y-auto rounded-md border text-sm">
      {refused.slice(0, MAX_SHOWN).map(({ line, identifier, reason }) => (
        <li key={`${line}:${identifier}`} className="flex gap-3 px-3 py-1.5">
          <span className="w-10 shrink-0 text-right text-muted tabular">{line}</span>
          <span className="min-w-0 flex-1 truncate tabular">{maskMistyped(identifier)}</span>
          <span className="min-w-0 text-danger-ink">{maskMistyped(reason)}</span>
        </li>
      ))}
    </ul>
  )
}

function FilterFromJob({
  recordId,
  progress,
}: {
  readonly recordId: string | undefined
  readonly progress: JobProgress
}) {
  const t = useTranslations('filters-bridge')
  if (recordId === undefined || progress.inserted + progress.tagged === 0) return null
  return (
    <BridgeButton size="md" from={() => ({ import_id: recordId })}>
      {t('ofImport')}
    </BridgeButton>
  )
}

export function OutcomeCard() {
  const t = useTranslations('imports.outcome')
  const { session, state } = useImport()
  const saveRejected = useRejectedFile()
  const { outcome, snapshot, reconciled, recordId } = state
  const card = useRef<HTMLDivElement>(null)
  const isShown = outcome !== undefined && reconciled === undefined
  useEffect(() => {
    // The button that sends is below a long list.
    if (isShown) card.current?.scrollIntoView({ block: 'nearest' })
  }, [isShown])
  if (outcome === undefined || reconciled !== undefined) return null
  const hasRejected = outcome.refused.length > 0 || (snapshot?.counts.problems ?? 0) > 0
  return (
    <div ref={card} className="scroll-mt-4">
      <Card title={t('title')}>
        <CardBody>
          <div role="status">
            <JobFigures progress={outcome} />
          </div>
          {outcome.recovered > 0 && <p className="mt-1 text-sm text-muted">{t('recovered')}</p>}
          {outcome.refused.length > 0 && <RefusedList refused={outcome.refused} />}
          {recordId !== undefined && <NotNamed id={recordId} />}
          <div className="mt-3 flex flex-wrap justify-end gap-2">
            {hasRejected && (
              <Button onClick={() => void saveRejected(outcome.refused)}>
                <Icon name="download" />
                {t('download')}
              </Button>
            )}
            <FilterFromJob recordId={recordId} progress={outcome} />
            <Button onClick={() => session.reset()}>{t('again')}</Button>
            <LinkButton variant="primary" href={routes.monitors} data-return="">
              {t('toMonitors')}
            </LinkButton>
          </div>
        </CardBody>
      </Card>
    </div>
  )
}
