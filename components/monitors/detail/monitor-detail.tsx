'use client'

import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useTranslations, useLocale } from 'use-intl'

import { Banner } from '@/components/layout/banner'
import { DeniedPage } from '@/components/layout/denied-page'
import { PageHeader } from '@/components/layout/page-header'
import { QueryFailed, QueryWaiting } from '@/components/layout/query-states'
import { useAction } from '@/components/layout/use-action'
import { usePermission } from '@/components/layout/viewer'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { Icon } from '@/components/ui/icon'
import { Link } from '@/components/ui/link'
import { toast } from '@/components/ui/overlay/toast'
import { saveAnswer } from '@/components/ui/save-file'
import { SkeletonRows } from '@/components/ui/skeleton'
import type { OperationAnswer } from '@/lib/client/client'
import { query } from '@/lib/client/queries'
import { isMissing } from '@/lib/domain/api-error'
import { shownText } from '@/lib/domain/events/event-text'
import { routes } from '@/lib/domain/routes'

import { EventsCard } from './events-card'
import { FactsCard } from './facts-card'
import { HistoryCard } from './history-card'
import { SubjectCard } from './subject-card'
import { FilterExpectation, FilterName, SilentBanner } from './watched-filter'

export function MonitorDetail({ id }: { readonly id: string }) {
  const t = useTranslations('monitors-detail')
  const permission = usePermission('monitors.get')
  const historyPermission = usePermission('coverage.history')
  const monitor = useQuery({ ...query('monitors.get', { params: { id } }), enabled: permission.allowed })
  if (!permission.allowed) return <DeniedPage page="monitors" />
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
          {historyPermission.allowed && <HistoryCard id={id} />}
        </div>
        <EventsCard id={id} whenNone={<NoEvents monitor={monitor.data} isDeleted={isMissing(monitor.error)} />} />
      </div>
    </>
  )
}

function Name({ monitor }: { readonly monitor: OperationAnswer<'monitors.get'> | undefined }) {
  const t = useTranslations('monitors-detail')
  if (monitor === undefined) return t('title')
  const name = shownText(monitor.subject_name) ?? shownText(monitor.label)
  if (name !== undefined) return name
  const { filter_id: filterId } = monitor
  return filterId ? <FilterName id={filterId} unnamed={t('unnamed')} /> : t('unnamed')
}

interface NoEventsProps {
  readonly monitor: OperationAnswer<'monitors.get'> | undefined
  readonly isDeleted: boolean
}

/** A monitor without a valid subject gets no promise of events. */
function NoEvents({ monitor, isDeleted }: NoEventsProps) {
  const t = useTranslations('monitors-detail.noEventsOf')
  if (isDeleted) return t('deleted')
  return monitor?.filter_id ? <FilterExpectation id={monitor.filter_id} /> : t('subject')
}

function Facts({ monitor }: { readonly monitor: UseQueryResult<OperationAnswer<'monitors.get'>> }) {
  const t = useTranslations('monitors-detail')
  const { data, error } = monitor
  if (data !== undefined) return <FactsCard monitor={data} />
  if (isMissing(error)) return null
  if (error !== null) {
    return (
      <Card>
        <QueryFailed query={monitor} contentName={t('what')} />
      </Card>
    )
  }
  return (
    <Card>
      <QueryWaiting query={monitor}>
        <SkeletonRows rows={6} />
      </QueryWaiting>
    </Card>
  )
}

function BackLink() {
  const t = useTranslations('monitors-detail')
  return (
    <p className="mb-1">
      <Link href={routes.monitors} className="inline-flex items-center gap-1 text-muted hover:underline">
        <Icon name="chevron-left" size={12} />
        {t('back')}
      </Link>
    </p>
  )
}

function CertificateButton({ id }: { readonly id: string }) {
  const t = useTranslations('monitors-detail.certificate')
  const locale = useLocale()
  const { allowed, reason } = usePermission('coverage.certificate')
  const { mutate, isPending } = useAction('coverage.certificate', {
    onSuccess: async (answer) => {
      await saveAnswer(answer, 'poswiadczenie.pdf')
      toast.success(t('saved'))
    },
    failed: t('failed'),
  })
  return (
    <Button
      isPending={isPending}
      disabledReason={allowed ? undefined : reason}
      onClick={() => mutate({ params: { id }, query: { locale } })}
    >
      <Icon name="download" />
      {t('button')}
    </Button>
  )
}
