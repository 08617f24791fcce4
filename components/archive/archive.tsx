'use client'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations, useLocale } from 'use-intl'

import { Banner } from '@/components/layout/banner'
import { DeniedPage } from '@/components/layout/denied-page'
import { PageHeader } from '@/components/layout/page-header'
import { QueryView } from '@/components/layout/query-states'
import { usePermission } from '@/components/layout/viewer'
import { Badge, type Tone } from '@/components/ui/badge'
import { Card, CardBody } from '@/components/ui/card'
import { lazyComponent } from '@/components/ui/lazy/lazy-component'
import { ResourceTable } from '@/components/ui/resource-table'
import { SkeletonRows } from '@/components/ui/skeleton'
import { panelQuery } from '@/lib/client/queries'
import { recordOf } from '@/lib/domain/collections/record-of'
import { reportName } from '@/lib/domain/events/sources'
import { formatDate } from '@/lib/domain/format/format'
import type { ArchiveView } from '@/lib/features/archive/contract'

import { ArchiveList } from './archive-list'
import { ArchiveStateCard } from './archive-state-card'

type DayState = ArchiveView['days'][number]

const tones: Readonly<Record<DayState['state'], Tone>> = {
  stored: 'accent',
  waiting: 'info',
  failed: 'danger',
  lost: 'danger',
  missing: 'warn',
  expected: 'neutral',
  removed: 'neutral',
}

/** Shows each wanted report of the last days with its state. A day without a complete report is marked as such. */
function ArchiveDays({ days }: { readonly days: readonly DayState[] }) {
  const t = useTranslations('archive')
  const locale = useLocale()
  if (days.length === 0) return null
  const dates = [...new Set(days.map(({ report_date }) => report_date))]
  const columns = new Map(days.map((each) => [columnOf(each), each]))
  const nameOf = (id: string) => {
    const column = columns.get(id)
    return column ? `${reportName(column.source, locale)} ${column.format.toUpperCase()}` : t('calendar.day')
  }
  return (
    <Card title={t('calendar.title')}>
      <CardBody className="scroll-x p-0">
        <ResourceTable
          label={t('calendar.title')}
          columns={{ day: { isTitle: true }, ...recordOf([...columns.keys()], () => ({ isNamedOnPhone: true })) }}
          nameOf={nameOf}
          rows={dates}
          keyOf={(date) => date}
          cells={(date) => ({
            day: formatDate(date, locale),
            ...recordOf([...columns.keys()], (id) => {
              const day = days.find((each) => each.report_date === date && columnOf(each) === id)
              if (day !== undefined) return <Badge tone={tones[day.state]}>{t(`report.${day.state}`)}</Badge>
              return (
                <span className="text-muted" title={t('calendar.none')}>
                  –
                </span>
              )
            }),
          })}
        />
      </CardBody>
    </Card>
  )
}

const columnOf = ({ source, format }: DayState): string => `${source} ${format}`

const ArchiveDialog = lazyComponent(async () => (await import('./archive-dialog')).ArchiveDialog)

/** The archive changes in the background, so it is polled. */
const REFRESH_MS = 15_000

/** Whether daily reports are archived beyond their retention, where, and with what result. */
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
      <QueryView query={archive} contentName={t('what')} skeleton={<SkeletonRows rows={8} />}>
        {(view) => (
          <>
            <FailureBanner view={view} />
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

function FailureBanner({ view }: { readonly view: ArchiveView }) {
  const t = useTranslations('archive.failures')
  const failure = view.off_reason ?? view.failure
  if (failure === null) return null
  return (
    <Banner tone="danger">
      {t(failure)} {view.error !== null && <span className="break-words">({view.error})</span>}
    </Banner>
  )
}
