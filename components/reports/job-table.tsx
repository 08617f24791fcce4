'use client'

import { useTranslations } from 'use-intl'

import { HeaderCell, Table, TableBody, TableHead } from '@/components/ui/table'

import { JobRow } from './job-row'
import type { ReportJob } from './report-job'
import type { Downloads } from './use-downloads'
import { useFilterNames } from './use-filter-names'

interface JobTableProps {
  readonly jobs: readonly ReportJob[]
  readonly now: number
  readonly downloads: Downloads
}

export function JobTable({ jobs, now, downloads }: JobTableProps) {
  const t = useTranslations('reports')
  const filterNames = useFilterNames(jobs.some((job) => job.filter_id))
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
          <JobRow key={job.id} job={job} filterNames={filterNames} now={now} downloads={downloads} />
        ))}
      </TableBody>
    </Table>
  )
}
