'use client'

import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useLocale, useTranslations } from 'use-intl'

import { Banner } from '@/components/layout/banner'
import { DeniedPage } from '@/components/layout/denied-page'
import { PageHeader } from '@/components/layout/page-header'
import { useFailureText } from '@/components/layout/use-failure-text'
import { usePermission } from '@/components/layout/viewer'
import { useAddressSearch } from '@/components/ui/address/use-address-search'
import { Button } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'
import { useCountValues } from '@/components/ui/use-count-values'
import { panelQuery } from '@/lib/client/queries'
import type { PanelOutput } from '@/lib/contract/panel-table'
import { formatDateTime, formatTime } from '@/lib/domain/format/format'

import { AuditFilters } from './audit-filters'
import { auditAddress } from './audit-search'
import { AuditTable } from './audit-table'
import { AuditExportButton } from './export-button'

/** Who did what in the panel: narrowed, looked into, checked and taken along. */
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

/** Recomputes the chain when somebody wants to know, and says what came out. */
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

/** What was found, and what the check could not see. */
function CheckedLog({ check }: { readonly check: PanelOutput<'audit.verify'> }) {
  const t = useTranslations('audit.chain')
  const counted = useCountValues()
  const locale = useLocale()
  const { entries, broken_at: brokenAt, problem, kept_from: keptFrom, keyed_from: keyedFrom } = check
  if (problem !== null) return t(faults[problem], { number: brokenAt ?? entries + 1 })
  const time = check.last_anchor === null ? null : formatDateTime(check.last_anchor, locale)
  const sentences = [
    t('intact', counted(entries)),
    keyedFrom > 1 && t('keyed', { number: keyedFrom }),
    keptFrom > 1 && t('kept', { number: keptFrom }),
    time === null ? t('unanchored') : t('anchored', { ...counted(check.anchors ?? 0), time }),
  ]
  return sentences.filter((sentence) => sentence !== false).join(' ')
}
