'use client'

import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'

import { Banner } from '@/components/layout/banner'
import { DeniedPage } from '@/components/layout/denied-page'
import { PageHeader } from '@/components/layout/page-header'
import { usePermission } from '@/components/layout/viewer'
import { PurposeDialogHost } from '@/components/shared/purpose/purpose'
import { TabLinks } from '@/components/shared/tab-links'
import { useAddressSearch } from '@/components/ui/address/use-address-search'
import { LinkButton } from '@/components/ui/button'
import { lazyComponent } from '@/components/ui/lazy/lazy-component'
import { SkeletonCard } from '@/components/ui/skeleton-card'
import { panelQuery } from '@/lib/client/queries'
import { routes } from '@/lib/domain/routes'
import type { ArchiveView } from '@/lib/features/archive/contract'

import { DailyCard } from './daily-card'
import { NewReportsButton } from './downloads/new-reports'
import { useDownloads } from './downloads/use-downloads'
import { ReportFilters } from './report-filters'
import {
  reportAddress,
  reportCriteriaAddress,
  type ReportSearch,
  type ReportTab,
  reportTabOf,
  reportTabs,
  type ReportView,
} from './report-search'
import { draftOfOrder, type ScheduleDraft } from './schedules/schedule-draft'

const SKELETON_ROWS = 6
const Waiting = () => <SkeletonCard rows={SKELETON_ROWS} />
const CustomCard = lazyComponent(async () => (await import('./custom-card')).CustomCard, Waiting)
const SchedulesCard = lazyComponent(async () => (await import('./schedules/schedules-card')).SchedulesCard, Waiting)

const REFRESH_MS = 60_000

function ArchiveLine() {
  const t = useTranslations('reports.archive')
  const { allowed } = usePermission('archive.get')
  const { data } = useQuery({ ...panelQuery('archive.get', {}), enabled: allowed, refetchInterval: REFRESH_MS })
  if (!allowed) return null
  const link = (
    <LinkButton href={routes.reportArchive} size="sm">
      {t('link')}
    </LinkButton>
  )
  const trouble = data && troubleOf(data)
  return (
    <Banner tone={trouble === undefined ? 'info' : 'danger'} className="mb-4" action={link}>
      {t(trouble ?? (data?.enabled === true ? 'on' : 'offered'))}
    </Banner>
  )
}

function troubleOf({ enabled, state, off_reason, counts }: ArchiveView): 'failing' | 'off' | 'failed' | undefined {
  if (off_reason !== null) return 'off'
  if (!enabled) return undefined
  if (state === 'failing') return counts.stored > 0 && counts.failed > 0 ? 'failed' : 'failing'
  return counts.failed > 0 ? 'failed' : undefined
}

interface ReportsProps {
  readonly preferredView: ReportView
}

export function Reports(props: ReportsProps) {
  const { allowed } = usePermission('reports.dailyIndex')
  if (!allowed) return <DeniedPage page="reports" />
  return <ReportLists {...props} />
}

interface ReportTabsProps {
  readonly search: ReportSearch
  readonly onChange: (tab: ReportTab) => void
}

function ReportTabs({ search, onChange }: ReportTabsProps) {
  const t = useTranslations('reports.tabs')
  useEffect(() => {
    const tab = reportTabs.find((each) => `#${each}` === window.location.hash)
    if (tab !== undefined) onChange(tab)
  }, [onChange])
  return (
    <TabLinks
      label={t('label')}
      current={reportTabOf(search)}
      onChange={onChange}
      tabs={reportTabs.map((tab) => ({
        id: tab,
        href: `${routes.reports}${reportAddress.write({ ...reportAddress.none, ...search, tab })}`,
        label: t(tab),
      }))}
    />
  )
}

function ReportLists({ preferredView }: ReportsProps) {
  const t = useTranslations('reports')
  const { search, change } = useAddressSearch(reportAddress)
  const open = useCallback((tab: ReportTab) => change({ tab }), [change])
  const clear = useCallback(() => change(reportCriteriaAddress.none), [change])
  const downloads = useDownloads()
  const [draft, setDraft] = useState<ScheduleDraft>()
  const tab = reportTabOf(search)
  return (
    <>
      <PageHeader
        title={t('title')}
        subtitle={t('subtitle')}
        actions={
          tab === 'daily' && (
            <NewReportsButton
              sources={search.sources}
              format={search.formats.length === 1 ? (search.formats[0] ?? 'csv') : 'csv'}
            />
          )
        }
      />
      <ArchiveLine />
      <PurposeDialogHost question={downloads.purpose} />
      <ReportTabs search={search} onChange={open} />
      {tab === 'daily' && (
        <>
          <ReportFilters search={search} onChange={change} onClear={clear} />
          <DailyCard
            search={search}
            preferredView={preferredView}
            onChange={change}
            onClear={clear}
            downloads={downloads}
          />
        </>
      )}
      {tab === 'custom' && (
        <CustomCard
          filterId={search.filter}
          onEveryFilter={() => change({ filter: undefined, tab })}
          downloads={downloads}
          onSchedule={(values) => {
            setDraft(draftOfOrder(values))
            open('schedules')
          }}
        />
      )}
      {tab === 'schedules' && <SchedulesCard draft={draft} onDraft={setDraft} downloads={downloads} />}
    </>
  )
}
