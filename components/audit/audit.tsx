'use client'

import { useCallback } from 'react'
import { useTranslations } from 'use-intl'

import { DeniedPage } from '@/components/layout/denied-page'
import { PageHeader } from '@/components/layout/page-header'
import { usePermission } from '@/components/layout/viewer'
import { useAddressSearch } from '@/components/ui/use-address-search'

import { AuditFilters } from './audit-filters'
import { noSearch, searchCodec } from './audit-search'
import { AuditTable } from './audit-table'
import { ChainCheck } from './chain-check'
import { ExportButton } from './export-button'

/** Who did what in the panel: narrowed, looked into, checked and taken along. */
export function Audit() {
  const { allowed } = usePermission('audit.list')
  return allowed ? <AuditLog /> : <DeniedPage page="auditLog" />
}

function AuditLog() {
  const t = useTranslations('audit')
  const { search, change } = useAddressSearch(searchCodec)
  const clear = useCallback(() => change(noSearch), [change])
  return (
    <>
      <PageHeader title={t('title')} subtitle={t('subtitle')} actions={<ExportButton search={search} />} />
      <ChainCheck />
      <AuditFilters search={search} onChange={change} onClear={clear} />
      <AuditTable search={search} onChange={change} onClear={clear} />
    </>
  )
}
