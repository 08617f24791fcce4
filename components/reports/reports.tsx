'use client'

import { useCallback } from 'react'
import { useTranslations } from 'use-intl'

import { DeniedPage } from '@/components/layout/denied-page'
import { PageHeader } from '@/components/layout/page-header'
import { PurposeDialogHost } from '@/components/layout/purpose/download-purpose'
import { usePermission } from '@/components/layout/viewer'
import { useAddressSearch } from '@/components/ui/address/use-address-search'

import { ArchiveLine } from './archive-line'
import { CustomCard } from './custom-card'
import { DailyCard } from './daily-card'
import { NewReportsButton } from './downloads/new-reports'
import { useDownloads } from './downloads/use-downloads'
import { ReportFilters } from './report-filters'
import { reportAddress, reportNarrowing, type ReportView } from './report-search'

interface ReportsProps {
  /** The view of the daily reports that the person had last. */
  readonly preferredView: ReportView
}

/** Reports that can be downloaded, until when, and those made to order. */
export function Reports(props: ReportsProps) {
  const { allowed } = usePermission('reports.dailyIndex')
  if (!allowed) return <DeniedPage page="reports" />
  return <ReportLists {...props} />
}

function ReportLists({ preferredView }: ReportsProps) {
  const t = useTranslations('reports')
  const { search, change } = useAddressSearch(reportAddress)
  const clear = useCallback(() => change(reportNarrowing.none), [change])
  const downloads = useDownloads()
  return (
    <>
      <PageHeader
        title={t('title')}
        subtitle={t('subtitle')}
        actions={
          <NewReportsButton
            sources={search.sources}
            format={search.formats.length === 1 ? (search.formats[0] ?? 'csv') : 'csv'}
          />
        }
      />
      <ArchiveLine />
      <PurposeDialogHost question={downloads.purpose} />
      <ReportFilters search={search} onChange={change} onClear={clear} />
      {search.filter !== undefined && <CustomCard filterId={search.filter} downloads={downloads} />}
      <DailyCard
        search={search}
        preferredView={preferredView}
        onChange={change}
        onClear={clear}
        downloads={downloads}
      />
      {search.filter === undefined && <CustomCard filterId={undefined} downloads={downloads} />}
    </>
  )
}
