'use client'

import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'

import { Banner } from '@/components/layout/banner'
import { DeniedPage } from '@/components/layout/denied-page'
import { PageHeader } from '@/components/layout/page-header'
import { QueryFailed, QueryWaiting } from '@/components/layout/query-states'
import { usePermission } from '@/components/layout/viewer'
import { Card } from '@/components/ui/card'
import type { Answer } from '@/lib/client/client'
import { query } from '@/lib/client/queries'
import { isMissing } from '@/lib/domain/api-error'
import { shownText } from '@/lib/domain/event-text'

import { BackLink } from './back-link'
import { CertificateButton } from './certificate-button'
import { EventsCard } from './events-card'
import { FactsCard } from './facts-card'
import { HistoryCard } from './history-card'
import { MonitorSkeleton } from './monitor-skeleton'
import { SubjectCard } from './subject-card'
import { FilterExpectation, FilterName, SilentBanner } from './watched-filter'

/** One monitor: what it watches, what happened, what was changed, and the certificate of all that. */
export function MonitorDetail({ id }: { readonly id: string }) {
  const t = useTranslations('monitor-detail')
  const reading = usePermission('monitors.get')
  const changing = usePermission('coverage.history')
  const monitor = useQuery({ ...query('monitors.get', { params: { id } }), enabled: reading.allowed })
  if (!reading.allowed) return <DeniedPage page="monitors" />
  return (
    <>
      <BackLink />
      <PageHeader title={<Name monitor={monitor.data} />} actions={<CertificateButton id={id} />} />
      {monitor.data?.filter_id && <SilentBanner id={monitor.data.filter_id} />}
      {isMissing(monitor.error) && (
        <Banner tone="info" className="mb-4">
          {t('gone')}
        </Banner>
      )}
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1.62fr)_minmax(0,1fr)]">
        <div className="grid min-w-0 gap-4 lg:order-last">
          <Facts monitor={monitor} />
          {monitor.data !== undefined && <SubjectCard monitor={monitor.data} />}
          {changing.allowed && <HistoryCard id={id} />}
        </div>
        <EventsCard id={id} whenNone={<WhenNone monitor={monitor.data} isDeleted={isMissing(monitor.error)} />} />
      </div>
    </>
  )
}

function Name({ monitor }: { readonly monitor: Answer<'monitors.get'> | undefined }) {
  const t = useTranslations('monitor-detail')
  if (monitor === undefined) return t('title')
  const name = shownText(monitor.subject_name) ?? shownText(monitor.label)
  if (name !== undefined) return name
  const { filter_id: filterId } = monitor
  return filterId ? <FilterName id={filterId} unnamed={t('unnamed')} /> : t('unnamed')
}

interface WhenNoneProps {
  readonly monitor: Answer<'monitors.get'> | undefined
  readonly isDeleted: boolean
}

/** Nobody is promised events by a monitor that watches nobody. */
function WhenNone({ monitor, isDeleted }: WhenNoneProps) {
  const t = useTranslations('monitor-detail.noEventsOf')
  if (isDeleted) return t('deleted')
  return monitor?.filter_id ? <FilterExpectation id={monitor.filter_id} /> : t('subject')
}

function Facts({ monitor }: { readonly monitor: UseQueryResult<Answer<'monitors.get'>> }) {
  const t = useTranslations('monitor-detail')
  const { data, error } = monitor
  if (data !== undefined) return <FactsCard monitor={data} />
  if (isMissing(error)) return null
  if (error !== null) {
    return (
      <Card>
        <QueryFailed query={monitor} what={t('what')} />
      </Card>
    )
  }
  return (
    <Card>
      <QueryWaiting query={monitor}>
        <MonitorSkeleton />
      </QueryWaiting>
    </Card>
  )
}
