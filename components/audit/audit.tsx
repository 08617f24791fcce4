'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'

import { Banner } from '@/components/layout/banner'
import { DeniedPage } from '@/components/layout/denied-page'
import { PageHeader } from '@/components/layout/page-header'
import { useFailureText } from '@/components/layout/use-failure-text'
import { usePermission } from '@/components/layout/viewer'
import { useAddressSearch } from '@/components/ui/address/use-address-search'
import { Button } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'
import { FileButton } from '@/components/ui/inputs/file-button'
import { toast } from '@/components/ui/overlay/toast'
import { saveAnswer } from '@/components/ui/save-file'
import { useCountValues } from '@/components/ui/use-count-values'
import { useFocusFallback } from '@/components/ui/use-focus-fallback'
import { panelQuery, lazyPanelCall } from '@/lib/client/queries'
import { formatDateTime, formatTime } from '@/lib/domain/format/format'
import type { Locale } from '@/lib/domain/format/locales'
import type { PanelOutput } from '@/lib/features/contract'

import { AuditFilters } from './audit-filters'
import { auditAddress, type AuditSearch, toQuery } from './audit-search'
import { AuditTable } from './audit-table'

export function Audit() {
  const { allowed } = usePermission('audit.list')
  return allowed ? <AuditLog /> : <DeniedPage page="auditLog" />
}

function AuditLog() {
  const t = useTranslations('audit')
  const { search, change } = useAddressSearch(auditAddress)
  const clear = useCallback(() => change(auditAddress.none), [change])
  return (
    <>
      <PageHeader title={t('title')} subtitle={t('subtitle')} actions={<AuditExportButton search={search} />} />
      <ChainCheck />
      <AuditFilters search={search} onChange={change} onClear={clear} />
      <AuditTable search={search} onChange={change} onClear={clear} />
    </>
  )
}

function ChainCheck() {
  const t = useTranslations('audit.chain')
  const toText = useFailureText()
  const check = useQuery({ ...panelQuery('audit.verify', {}), enabled: false, retry: false, gcTime: 0 })
  const button = (
    <Button size="sm" isPending={check.isFetching} onClick={() => void check.refetch()}>
      <Icon name="shield" size={14} />
      {t('check')}
    </Button>
  )
  if (check.isError) {
    return (
      <Banner tone="danger" action={button} className="mb-4">
        {t('failed', { reason: toText(check.error) })}
      </Banner>
    )
  }
  if (check.data === undefined) return <div className="mb-4">{button}</div>
  return (
    <Banner tone={check.data.problem === null ? 'info' : 'danger'} action={button} className="mb-4">
      <CheckedLog check={check.data} />{' '}
      <span className="text-sm">({t('at', { time: formatTime(check.dataUpdatedAt) })})</span>
    </Banner>
  )
}

const faults = { entry: 'broken', end: 'end', seal: 'seal', anchor: 'anchor' } as const

function CheckedLog({ check }: { readonly check: PanelOutput<'audit.verify'> }) {
  const t = useTranslations('audit.chain')
  const countValues = useCountValues()
  const locale = useLocale()
  const { entries, broken_at: brokenAt, problem, kept_from: retainedFrom, keyed_from: keyedFrom } = check
  if (problem !== null) return t(faults[problem], { number: brokenAt ?? entries + 1 })
  const time = check.last_anchor === null ? null : formatDateTime(check.last_anchor, locale)
  const sentences = [
    t('intact', countValues(entries)),
    keyedFrom > 1 && t('keyed', { number: keyedFrom }),
    retainedFrom > 1 && t('kept', { number: retainedFrom }),
    time === null ? t('unanchored') : t('anchored', { ...countValues(check.anchors ?? 0), time }),
  ]
  return sentences.filter((sentence) => sentence !== false).join(' ')
}

async function saveLog(search: AuditSearch, language: Locale, signal: AbortSignal): Promise<string> {
  const response = await lazyPanelCall('audit.export', { query: { ...toQuery(search), language } }, { signal })
  return saveAnswer(response, 'dziennik-czynnosci.csv')
}

/** Exports the filtered log as a file; the export itself is logged. A long one can be cancelled. */
function AuditExportButton({ search }: { readonly search: AuditSearch }) {
  const t = useTranslations('audit.export')
  const toText = useFailureText()
  const client = useQueryClient()
  const locale = useLocale()
  const ref = useRef<HTMLDivElement>(null)
  useFocusFallback(ref)
  const [running, setRunning] = useState<AbortController>()
  // Leaving the page cancels the export.
  useEffect(() => () => running?.abort(), [running])
  const save = async () => {
    const controller = new AbortController()
    setRunning(controller)
    await saveLog(search, locale, controller.signal).then(
      (name) => toast.success(t('done', { name })),
      (error: unknown) => {
        if (controller.signal.aborted) toast.success(t('cancelled'))
        else toast.error(t('failed', { reason: toText(error) }))
      },
    )
    setRunning(undefined)
    await client.invalidateQueries({ queryKey: ['panel', 'audit'] })
  }
  return (
    <div ref={ref} className="flex flex-wrap items-center gap-2">
      {running !== undefined && (
        <Button size="sm" variant="ghost" onClick={() => running.abort()}>
          {t('cancel')}
        </Button>
      )}
      <FileButton format="csv" of={t('of')} isPending={running !== undefined} onClick={() => void save()} />
    </div>
  )
}
