'use client'

import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'

import { Banner } from '@/components/layout/banner'
import { DeniedPage } from '@/components/layout/denied-page'
import { PageHeader } from '@/components/layout/page-header'
import { usePermission } from '@/components/layout/viewer'
import { Icon } from '@/components/ui/icon'
import { Link } from '@/components/ui/link'
import type { OperationAnswer } from '@/lib/client/client'
import { query } from '@/lib/client/queries'
import { isMissing } from '@/lib/domain/api-error'
import { shownText } from '@/lib/domain/events/event-text'
import { routes } from '@/lib/domain/routes'

import { CertificateButton } from './certificate-button'
import { MonitorActions } from './monitor-actions'
import { MonitorCards } from './monitor-cards'
import { FilterName, SilentBanner } from './watched-filter'

/** The page of a monitor of a person or a filter, and of a deleted one. */
export function MonitorDetail({ id }: { readonly id: string }) {
  const t = useTranslations('monitors-detail')
  const permission = usePermission('monitors.get')
  const monitor = useQuery({ ...query('monitors.get', { params: { id } }), enabled: permission.allowed })
  if (!permission.allowed) return <DeniedPage page="monitors" />
  const isDeleted = isMissing(monitor.error)
  return (
    <>
      <BackLink />
      <PageHeader
        title={<Name monitor={monitor.data} />}
        actions={
          monitor.data === undefined || isDeleted ? (
            <CertificateButton id={id} />
          ) : (
            <MonitorActions monitor={monitor.data} />
          )
        }
      />
      {monitor.data?.filter_id && <SilentBanner id={monitor.data.filter_id} />}
      {isDeleted && (
        <Banner tone="info" className="mb-4">
          {t('gone')}
        </Banner>
      )}
      <MonitorCards id={id} monitor={monitor} />
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
