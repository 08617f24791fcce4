'use client'

import { useCallback } from 'react'
import { useTranslations } from 'use-intl'

import { DeniedPage } from '@/components/layout/denied-page'
import { PageHeader } from '@/components/layout/page-header'
import { usePermission } from '@/components/layout/viewer'
import { useAddressSearch } from '@/components/ui/use-address-search'

import { CustomCard } from './custom-card'
import { DailyCard } from './daily-card'
import { PersonalDataNote } from './personal-data-note'
import { ReportFilters } from './report-filters'
import { noSearch, searchCodec } from './report-search'
import { useDownloads } from './use-downloads'

interface ReportsProps {
  /** The note about personal data was read in this browser session. */
  readonly isNoteSeen: boolean
}

/** Reports that can be downloaded, until when, and those made to order. */
export function Reports({ isNoteSeen }: ReportsProps) {
  const t = useTranslations('reports')
  const { allowed } = usePermission('reports.dailyIndex')
  if (!allowed) return <DeniedPage page="reports" />
  return (
    <>
      <PageHeader title={t('title')} subtitle={t('subtitle')} />
      <ReportLists isNoteSeen={isNoteSeen} />
    </>
  )
}

function ReportLists({ isNoteSeen }: ReportsProps) {
  const { search, change } = useAddressSearch(searchCodec)
  const clear = useCallback(() => change(noSearch), [change])
  const { allowed } = usePermission('reports.download')
  const downloads = useDownloads()
  return (
    <>
      {allowed && <PersonalDataNote wasSeen={isNoteSeen} />}
      <ReportFilters search={search} onChange={change} onClear={clear} />
      <DailyCard search={search} onClear={clear} downloads={downloads} />
      <CustomCard downloads={downloads} />
    </>
  )
}
