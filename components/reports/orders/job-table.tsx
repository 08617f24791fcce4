'use client'

import { useTranslations } from 'use-intl'

import { useClock } from '@/components/ui/clock'
import { HeaderCell, Table, TableBody, TableHead } from '@/components/ui/table'

import type { Downloads } from '../downloads/use-downloads'
import { JobRow } from '../job-row'
import type { ListedReportJob } from '../report-name'
import { useFilterOptions } from './use-filter-options'
import { useOrderMakers } from './use-order-makers'

interface JobTableProps {
  readonly jobs: readonly ListedReportJob[]
  readonly downloads: Downloads
  readonly onRepeat: (job: ListedReportJob) => void
  readonly onSchedule: (job: ListedReportJob) => void
}

export function JobTable({ jobs, downloads, onRepeat, onSchedule }: JobTableProps) {
  const t = useTranslations('reports')
  const now = useClock()
  const names = useFilterOptions()
  const filterNames = names && new Map(names.map(({ value, name }) => [value, name]))
  const makerOf = useOrderMakers()
  return (
    <Table label={t('custom')}>
      <TableHead>
        <HeaderCell>{t('columns.report')}</HeaderCell>
        <HeaderCell>{t('columns.days')}</HeaderCell>
        <HeaderCell>{t('columns.status')}</HeaderCell>
        <HeaderCell isEnd>{t('columns.rows')}</HeaderCell>
        <HeaderCell className="sm:pl-6">{t('columns.expires')}</HeaderCell>
        <HeaderCell isEnd>{t('columns.action')}</HeaderCell>
      </TableHead>
      <TableBody>
        {jobs.map((job) => (
          <JobRow
            key={job.id}
            job={job}
            maker={makerOf(job.id)}
            filterNames={filterNames}
            now={now}
            downloads={downloads}
            onRepeat={() => onRepeat(job)}
            onSchedule={() => onSchedule(job)}
          />
        ))}
      </TableBody>
    </Table>
  )
}
