'use client'

import { useCallback } from 'react'
import { useTranslations } from 'use-intl'

import { PageHeader } from '@/components/layout/page-header'
import { usePermission } from '@/components/layout/viewer'
import { Card } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { useAddressSearch } from '@/components/ui/use-address-search'

import { AuditFilters } from './audit-filters'
import { noSearch, searchCodec } from './audit-search'
import { AuditTable } from './audit-table'
import { ChainCheck } from './chain-check'
import { ExportButton } from './export-button'

/** Who did what in the panel: narrowed, looked into, checked and taken along. */
export function Audit() {
  const t = useTranslations('audit')
  const { allowed, reason } = usePermission('audit.list')
  if (allowed) return <AuditLog />
  return (
    <>
      <PageHeader title={t('title')} subtitle={t('subtitle')} />
      <Card>
        <EmptyState title={reason ?? t('denied')}>{t('denied')}</EmptyState>
      </Card>
    </>
  )
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
