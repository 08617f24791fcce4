'use client'

import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useTranslations } from 'use-intl'

import { Banner } from '@/components/layout/banner'
import { DeniedPage } from '@/components/layout/denied-page'
import { PageHeader } from '@/components/layout/page-header'
import { usePermission } from '@/components/layout/viewer'
import { PurposeDialogHost } from '@/components/shared/purpose/purpose'
import { useAddressSearch } from '@/components/ui/address/use-address-search'
import { LinkButton } from '@/components/ui/button'
import { panelQuery } from '@/lib/client/queries'
import { routes } from '@/lib/domain/routes'
import type { ArchiveView } from '@/lib/features/archive/contract'

import { CustomCard } from './custom-card'
import { DailyCard } from './daily-card'
import { NewReportsButton } from './downloads/new-reports'
import { useDownloads } from './downloads/use-downloads'
import { ReportFilters } from './report-filters'
import { PART_IDS, reportAddress, reportCriteriaAddress, type ReportView } from './report-search'

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

/** The parts of the page, because the daily reports above are long. */
function Parts() {
  const t = useTranslations('reports')
  const schedules = useTranslations('report-schedules')
  const parts = [
    [PART_IDS.daily, t('daily')],
    [PART_IDS.custom, t('custom')],
    [PART_IDS.schedules, schedules('title')],
  ] as const
  return (
    <nav aria-label={t('parts')} className="mb-4">
      <ul className="flex flex-wrap gap-x-4 gap-y-1">
        {parts.map(([id, name]) => (
          <li key={id}>
            <a
              href={`#${id}`}
              className="inline-flex min-h-6 items-center text-accent-ink underline underline-offset-2"
            >
              {name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function ReportLists({ preferredView }: ReportsProps) {
  const t = useTranslations('reports')
  const { search, change } = useAddressSearch(reportAddress)
  const clear = useCallback(() => change(reportCriteriaAddress.none), [change])
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
      <Parts />
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
