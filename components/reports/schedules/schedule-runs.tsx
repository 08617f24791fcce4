'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'

import { QueryView } from '@/components/layout/query-states'
import { Button } from '@/components/ui/button'
import { useClock } from '@/components/ui/clock'
import { SkeletonRows } from '@/components/ui/skeleton'
import { Cell, HeaderCell, Table, TableBody, TableHead, TableRow } from '@/components/ui/table'
import { Time } from '@/components/ui/time'
import { panelQuery } from '@/lib/client/queries'
import type { ReportRun, ReportSchedule } from '@/lib/contract/panel/report-schedules'

import { DownloadButton, DownloadFailure } from '../downloads/download-button'
import type { Downloads } from '../downloads/use-downloads'
import { readExpiry } from '../report-index'
import { useReportWords } from '../report-name'
import { RunReason, ScheduledRunState } from './run-state'
import { useScheduleWords } from './use-schedule-words'

const SHOWN = 20
const MOST = 200
const REFRESHED_MS = 10_000

interface ScheduleRunsProps {
  readonly schedule: ReportSchedule
  readonly downloads: Downloads
}

/** What became of each order, with its file while it is there. */
export function ScheduleRuns({ schedule, downloads }: ScheduleRunsProps) {
  const t = useTranslations('report-schedules.runs')
  const [shown, setShown] = useState(SHOWN)
  const runs = useQuery({
    ...panelQuery('reportSchedules.runs', { params: { id: schedule.id }, query: { limit: shown } }),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESHED_MS,
  })
  return (
    <QueryView
      query={runs}
      skeleton={<SkeletonRows rows={1} />}
      what={t('what')}
      isEmpty={({ items }) => items.length === 0}
      empty={<p className="text-sm text-muted">{t('none')}</p>}
    >
      {({ items, next_cursor: next }) => (
        <>
          <Table label={t('named', { name: schedule.name })}>
            <TableHead>
              <HeaderCell>{t('days')}</HeaderCell>
              <HeaderCell>{t('due')}</HeaderCell>
              <HeaderCell>{t('state')}</HeaderCell>
              <HeaderCell isEnd>{t('rows')}</HeaderCell>
              <HeaderCell isEnd>{t('file')}</HeaderCell>
            </TableHead>
            <TableBody>
              {items.map((run) => (
                <RunRow key={run.id} run={run} schedule={schedule} downloads={downloads} />
              ))}
            </TableBody>
          </Table>
          {next !== null && shown < MOST && (
            <Button size="sm" className="mt-2" onClick={() => setShown(MOST)}>
              {t('more')}
            </Button>
          )}
        </>
      )}
    </QueryView>
  )
}

function RunRow({ run, schedule, downloads }: ScheduleRunsProps & { readonly run: ReportRun }) {
  const words = useScheduleWords()
  const report = useReportWords()
  const now = useClock()
  const days = words.days(run)
  const state = run.job_id === null ? undefined : downloads.stateOf(run.job_id)
  return (
    <TableRow>
      <Cell isTitle>
        {days}
        <RunReason run={run} />
        <DownloadFailure state={state} expiresAt={run.expires_at} />
      </Cell>
      <Cell>
        <Time instant={run.due_at} />
      </Cell>
      <Cell>
        <ScheduledRunState run={run} />
      </Cell>
      <Cell isEnd>{run.state === 'ready' && report.rows(run.row_count)}</Cell>
      <Cell isEnd>
        {run.state === 'ready' && run.job_id !== null && (
          <DownloadButton
            name={`${schedule.name}, ${days}`}
            expiry={readExpiry(run.expires_at, now).state}
            state={state}
            onDownload={() => void downloads.start(run.job_id ?? '')}
          />
        )}
      </Cell>
    </TableRow>
  )
}
