'use client'

import type { ReactNode } from 'react'
import { useLocale, useTranslations } from 'use-intl'

import { useAction } from '@/components/layout/use-action'
import { usePermission } from '@/components/layout/viewer'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Card, CardBody } from '@/components/ui/card'
import { Time } from '@/components/ui/time'
import { useCountValues } from '@/components/ui/use-count-values'
import { reportName } from '@/lib/domain/events/sources'
import { formatBytes } from '@/lib/domain/format/format'
import type { ArchiveView } from '@/lib/features/archive/contract'

export function ArchiveStateCard({ view, onChange }: { readonly view: ArchiveView; readonly onChange: () => void }) {
  const t = useTranslations('archive.settings')
  const { reason } = usePermission('archive.update')
  return (
    <Card title={t('title')} aside={<StateBadge view={view} />}>
      <CardBody className="space-y-3">
        {view.enabled ? <Facts view={view} /> : <p>{t('off')}</p>}
        <ElsewhereCount count={view.elsewhere} />
        <div className="flex flex-wrap gap-2">
          <Button variant={view.enabled ? undefined : 'primary'} disabledReason={reason} onClick={onChange}>
            {t(view.enabled ? 'change' : 'turnOn')}
          </Button>
          {view.enabled && <RunNowButton />}
        </div>
        {view.changed_by !== null && <p className="text-sm text-muted">{t('changed', { by: view.changed_by })}</p>}
      </CardBody>
    </Card>
  )
}

function StateBadge({ view }: { readonly view: ArchiveView }) {
  const t = useTranslations('archive.states')
  if (view.state === 'ok') return <Badge tone="accent">{t('ok')}</Badge>
  if (view.state === 'off') return <Badge tone={view.off_reason === null ? 'neutral' : 'danger'}>{t('off')}</Badge>
  return (
    <Badge tone="danger">
      {t('failing')} {view.failing_since !== null && <Time instant={view.failing_since} />}
    </Badge>
  )
}

function Facts({ view }: { readonly view: ArchiveView }) {
  const t = useTranslations('archive')
  const locale = useLocale()
  const countValues = useCountValues()
  const { place, s3, sources, formats, keep_days: days, read_at: readAt } = view
  const names = sources.map((source) => reportName(source, locale)).join(', ')
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-1.5 max-sm:grid-cols-1 max-sm:gap-y-0.5">
      <Fact label={t('settings.place')}>
        {place === 's3' && s3 ? t('places.s3', { bucket: s3.bucket, endpoint: s3.endpoint }) : t('places.disk')}
      </Fact>
      <Fact label={t('settings.what')}>{`${names}; ${formats.map((each) => each.toUpperCase()).join(', ')}`}</Fact>
      <Fact label={t('settings.keep')}>{days === null ? t('ever') : t('days', countValues(days))}</Fact>
      <Fact label={t('settings.space')}>
        {formatBytes(view.stored_bytes, locale)}
        {view.free_bytes !== null && (
          <span className="text-muted"> · {t('settings.free', { bytes: formatBytes(view.free_bytes, locale) })}</span>
        )}
      </Fact>
      <Fact label={t('settings.read')}>{readAt === null ? t('settings.never') : <Time instant={readAt} />}</Fact>
      <Fact label={t('settings.removal')}>
        <Removal view={view} />
      </Fact>
    </dl>
  )
}

function Fact({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{label}</dt>
      <dd className="min-w-0 break-words max-sm:mb-1.5">{children}</dd>
    </>
  )
}

function Removal({ view }: { readonly view: ArchiveView }) {
  const t = useTranslations('archive.settings')
  const countValues = useCountValues()
  const { next_removal: next } = view
  if (next === null) return t('noRemoval')
  return (
    <>
      <Time instant={next.at} />: {t('removalCount', countValues(next.reports))}
    </>
  )
}

function ElsewhereCount({ count }: { readonly count: number }) {
  const t = useTranslations('archive.settings')
  const countValues = useCountValues()
  return count === 0 ? null : <p className="text-warn-ink">{t('elsewhere', countValues(count))}</p>
}

function RunNowButton() {
  const t = useTranslations('archive.settings')
  const countValues = useCountValues()
  const { reason } = usePermission('archive.runNow')
  const run = useAction('archive.runNow', {
    done: ({ waiting }) => t('running', countValues(waiting)),
    failed: (reason) => t('runFailed', { reason }),
  })
  return (
    <Button disabledReason={reason} isPending={run.isPending} onClick={() => run.mutate({})}>
      {t('runNow')}
    </Button>
  )
}
