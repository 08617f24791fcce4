'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'

import { QueryView } from '@/components/layout/query-states'
import { Button } from '@/components/ui/button'
import { useClock } from '@/components/ui/clock'
import { ResourceTable, ResourceTableSkeleton } from '@/components/ui/resource-table'
import { Time } from '@/components/ui/time'
import { panelQuery } from '@/lib/client/queries'
import type { ReportSchedule } from '@/lib/features/report-schedules/contract'

import { DownloadButton, DownloadFailure } from '../downloads/download-button'
import type { Downloads } from '../downloads/use-downloads'
import { readExpiry } from '../report-index'
import { useReportWords } from '../report-name'
import { RunReason, ScheduledRunState } from './run-state'
import { useScheduleWords } from './use-schedule-words'

const INITIAL_RUNS = 20
const MAX_RUNS = 200
const REFRESH_MS = 10_000

interface ScheduleRunsProps {
  readonly schedule: ReportSchedule
  readonly downloads: Downloads
}

const runColumns = { days: { isTitle: true }, due: {}, state: {}, rows: { isEnd: true }, file: { isEnd: true } }

export function ScheduleRuns({ schedule, downloads }: ScheduleRunsProps) {
  const t = useTranslations('report-schedules.runs')
  const words = useScheduleWords()
  const report = useReportWords()
  const now = useClock()
  const [shown, setShown] = useState(INITIAL_RUNS)
  const runs = useQuery({
    ...panelQuery('reportSchedules.runs', { params: { id: schedule.id }, query: { limit: shown } }),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  })
  return (
    <QueryView
      query={runs}
      skeleton={<ResourceTableSkeleton columns={runColumns} rows={1} />}
      contentName={t('what')}
      isEmpty={({ items }) => items.length === 0}
      empty={<p className="text-sm text-muted">{t('none')}</p>}
    >
      {({ items, next_cursor: next }) => (
        <>
          <ResourceTable
            label={t('named', { name: schedule.name })}
            columns={runColumns}
            nameOf={t}
            rows={items}
            keyOf={({ id }) => id}
            cells={(run) => {
              const days = words.days(run)
              const { job_id: job, expires_at: expires } = run
              const state = job === null ? undefined : downloads.stateOf(job)
              return {
                days: (
                  <>
                    {days}
                    <RunReason run={run} />
                    <DownloadFailure state={state} expiresAt={expires} />
                  </>
                ),
                due: <Time instant={run.due_at} />,
                state: <ScheduledRunState run={run} />,
                rows: run.state === 'ready' && report.rows(run.row_count),
                file: run.state === 'ready' && job !== null && (
                  <DownloadButton
                    name={`${schedule.name}, ${days}`}
                    expiry={readExpiry(expires, now).state}
                    state={state}
                    onDownload={() => void downloads.start(job)}
                  />
                ),
              }
            }}
          />
          {next !== null && shown < MAX_RUNS && (
            <Button size="sm" className="mt-2" onClick={() => setShown(MAX_RUNS)}>
              {t('more')}
            </Button>
          )}
        </>
      )}
    </QueryView>
  )
}
