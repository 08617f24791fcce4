'use client'

import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useTranslations } from 'use-intl'

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
import { formatTime } from '@/lib/domain/format/format'

import { AuditFilters } from './audit-filters'
import { noAuditSearch, auditSearchCodec } from './audit-search'
import { AuditTable } from './audit-table'
import { AuditExportButton } from './export-button'

/** Who did what in the panel: narrowed, looked into, checked and taken along. */
export function Audit() {
  const { allowed } = usePermission('audit.list')
  return allowed ? <AuditLog /> : <DeniedPage page="auditLog" />
}

function AuditLog() {
  const t = useTranslations('audit')
  const { search, change } = useAddressSearch(auditSearchCodec)
  const clear = useCallback(() => change(noAuditSearch), [change])
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
  const counted = useCountValues()
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
  const { entries, broken_at: brokenAt } = check.data
  return (
    <Banner tone={brokenAt === null ? 'info' : 'danger'} action={button} className="mb-4">
      {brokenAt === null ? t('intact', counted(entries)) : t('broken', { number: brokenAt })}{' '}
      <span className="text-sm">({t('at', { time: formatTime(check.dataUpdatedAt) })})</span>
    </Banner>
  )
}
