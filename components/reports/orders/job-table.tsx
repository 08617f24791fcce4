'use client'

import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'

import { useViewer } from '@/components/layout/viewer'
import { useClock } from '@/components/ui/clock'
import { ResourceTable } from '@/components/ui/resource-table'
import { panelQuery } from '@/lib/client/queries'

import type { Downloads } from '../downloads/use-downloads'
import { useJobCells } from '../job-cells'
import type { ListedReportJob } from '../report-name'
import { useFilterOptions } from './use-filter-options'

interface JobTableProps {
  readonly jobs: readonly ListedReportJob[]
  readonly downloads: Downloads
  readonly onRepeat: (job: ListedReportJob) => void
  readonly onSchedule: (job: ListedReportJob) => void
}

const jobColumns = {
  report: { isTitle: true, cell: 'stacked:basis-[calc(100%-11.5rem)]!' },
  days: { cell: 'stacked:order-2' },
  status: { cell: 'stacked:order-2' },
  rows: { isEnd: true, cell: 'stacked:order-2 stacked:ml-0!' },
  expires: { head: 'unstacked:pl-6', cell: 'stacked:order-2 unstacked:pl-6' },
  action: { isEnd: true, cell: 'stacked:order-1' },
}

export function JobTable({ jobs, ...actions }: JobTableProps) {
  const t = useTranslations('reports')
  const names = useFilterOptions()
  const filterNames = names && new Map(names.map(({ value, name }) => [value, name]))
  const makerOf = useOrderMakers()
  const cellsOf = useJobCells({ ...actions, filterNames, now: useClock() })
  return (
    <ResourceTable
      label={t('custom')}
      columns={jobColumns}
      nameOf={(id) => t(`columns.${id}`)}
      rows={jobs}
      keyOf={({ id }) => id}
      cells={(job) => cellsOf(job, makerOf(job.id))}
    />
  )
}

/** The author of a report by job id; undefined if the panel does not know. */
function useOrderMakers(): (jobId: string) => string | undefined {
  const t = useTranslations('reports.jobs')
  const { email } = useViewer()
  const { data } = useQuery(panelQuery('reportOrders.list', {}))
  const makers = new Map(data?.items.map((each) => [each.job_id, each]))
  return (jobId) => {
    const maker = makers.get(jobId)
    if (!maker) return undefined
    if (maker.schedule !== null) return t('bySchedule', { name: maker.schedule.name })
    const { ordered_by: by } = maker
    if (by === null) return t('byPanel')
    return by === email ? t('byYou') : t('byPerson', { name: by.replace(/^key:/, '') })
  }
}
