'use client'

import { useTranslations } from 'use-intl'

import { Badge, type Tone } from '@/components/ui/badge'
import { Time } from '@/components/ui/time'
import { reportErrorIn } from '@/lib/contract/report-errors'
import type { ReportRun } from '@/lib/features/report-schedules/contract'

const tones: Readonly<Record<ReportRun['state'], Tone>> = {
  waiting: 'warn',
  ordered: 'info',
  ready: 'accent',
  failed: 'danger',
  refused: 'danger',
  cancelled: 'neutral',
  gone: 'warn',
  superseded: 'neutral',
}

export function ScheduledRunState({ run }: { readonly run: ReportRun }) {
  const t = useTranslations('report-schedules.state')
  return <Badge tone={tones[run.state]}>{t(run.state)}</Badge>
}

export function RunReason({ run }: { readonly run: ReportRun }) {
  const t = useTranslations('report-schedules')
  const errors = useTranslations('reports.jobs.error')
  const known = reportErrorIn(run.message ?? '')
  const message = known === undefined ? run.message : errors(known)
  if (run.reason === null && run.held_from === null) return null
  return (
    <span className="block text-sm font-normal text-muted">
      {run.reason !== null && t(`reason.${run.reason}`)}
      {message !== null && ` ${message}`}
      {run.retry_at !== null && (
        <>
          {' '}
          {t('retry')} <Time instant={run.retry_at} />.
        </>
      )}
      {run.held_from !== null && (
        <>
          {t('heldFrom')} <Time instant={run.held_from} format="date" />.
        </>
      )}
    </span>
  )
}
