'use client'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'

import { Banner } from '@/components/layout/banner'
import { DeniedPage } from '@/components/layout/denied-page'
import { PageHeader } from '@/components/layout/page-header'
import { QueryView } from '@/components/layout/query-states'
import { usePermission } from '@/components/layout/viewer'
import { lazyComponent } from '@/components/ui/lazy/lazy-component'
import { SkeletonRows } from '@/components/ui/skeleton'
import { panelQuery } from '@/lib/client/queries'
import type { ArchiveView } from '@/lib/contract/panel/archive'

import { ArchiveDays } from './archive-days'
import { ArchiveList } from './archive-list'
import { ArchiveStateCard } from './archive-state-card'

const ArchiveDialog = lazyComponent(async () => (await import('./archive-dialog')).ArchiveDialog)

/** What is stored changes by itself, soon after it was asked for. */
const REFRESH_MS = 15_000

/** Whether daily reports are kept beyond their time, where, and how that goes. */
export function Archive() {
  const t = useTranslations('archive')
  const { allowed } = usePermission('archive.get')
  if (!allowed) return <DeniedPage page="reportArchive" />
  return (
    <>
      <PageHeader title={t('title')} subtitle={t('subtitle')} />
      <ArchiveCards />
    </>
  )
}

function ArchiveCards() {
  const t = useTranslations('archive')
  const archive = useQuery({ ...panelQuery('archive.get', {}), refetchInterval: REFRESH_MS })
  const [isOpen, setIsOpen] = useState(false)
  return (
    <div className="space-y-4">
      <QueryView query={archive} what={t('what')} skeleton={<SkeletonRows rows={8} />}>
        {(view) => (
          <>
            <Trouble view={view} />
            <ArchiveStateCard view={view} onChange={() => setIsOpen(true)} />
            <ArchiveDays days={view.days} />
            {isOpen && <ArchiveDialog view={view} onClose={() => setIsOpen(false)} />}
          </>
        )}
      </QueryView>
      <ArchiveList />
    </div>
  )
}

/** Why nothing, or not everything, is stored now. */
function Trouble({ view }: { readonly view: ArchiveView }) {
  const t = useTranslations('archive.failures')
  const failure = view.off_reason ?? view.failure
  if (failure === null) return null
  return (
    <Banner tone="danger">
      {t(failure)} {view.error !== null && <span className="break-words">({view.error})</span>}
    </Banner>
  )
}
