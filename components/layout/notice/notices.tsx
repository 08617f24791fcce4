'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations, useLocale } from 'use-intl'

import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { FailedState } from '@/components/ui/failed-state'
import { Link } from '@/components/ui/link'
import { savedUsageSince, restoreUsage } from '@/lib/client/saved-usage'
import { isApiError } from '@/lib/domain/api-error'
import { formatDateTime } from '@/lib/domain/format/format'
import { routes } from '@/lib/domain/routes'

import { Banner } from '../banner'
import { FailureReason, StaleLine } from '../failed-query'
import { useRetryFailed } from '../use-retry-failed'
import { usePermission } from '../viewer'
import { useAnswerOwner } from './use-saved-answers'
import { useWaitStep } from './use-wait-step'
import { type ViewStates, waitingSince } from './view-states'

const linkClass = 'underline underline-offset-2'

/**
 * Options that work while the service does not answer: the last stored figures, and pages that need only the panel's
 * data.
 */
function RecoveryActions() {
  const t = useTranslations('common.waysOut')
  const locale = useLocale()
  const client = useQueryClient()
  const owner = useAnswerOwner()
  const since = savedUsageSince(client, owner)
  const { allowed } = usePermission('events.list')
  return (
    <p className="mt-1 flex flex-wrap gap-x-3 gap-y-1">
      {since !== undefined && (
        <button type="button" className={linkClass} onClick={() => restoreUsage(client, owner)}>
          {t('kept', { time: formatDateTime(since, locale) })}
        </button>
      )}
      {allowed && (
        <Link href={routes.events} className={linkClass}>
          {t('events')}
        </Link>
      )}
      <Link href={routes.settings} className={linkClass}>
        {t('settings')}
      </Link>
    </p>
  )
}

interface NoticeProps {
  /** Views of the page that share a state. */
  readonly views: ViewStates
}

const retryAll = (views: ViewStates) => {
  for (const { refetch } of views) void refetch()
}

function FailedNotice({ views }: NoticeProps) {
  const t = useTranslations('common.failed')
  const error = views[0]?.error ?? null
  const retry = useRetryFailed()
  return (
    <div className="mb-4">
      <Card>
        <FailedState
          title={t('everything')}
          reason={
            <>
              <FailureReason error={error} />
              <RecoveryActions />
            </>
          }
          requestId={isApiError(error) ? error.requestId : undefined}
          onRetry={retry}
          isRetrying={views.some(({ isFetching }) => isFetching)}
        />
      </Card>
    </div>
  )
}

/** A single "as of" line for all stale views, with the time of the oldest. */
function StaleNotice({ views }: NoticeProps) {
  return (
    <div className="mb-4 overflow-clip rounded-lg border">
      <StaleLine
        query={{
          dataUpdatedAt: Math.min(...views.map(({ since }) => since)),
          error: views[0]?.error ?? null,
          isFetching: views.some(({ isFetching }) => isFetching),
          refetch: () => retryAll(views),
        }}
      />
    </div>
  )
}

function WaitingNotice({ views }: NoticeProps) {
  const t = useTranslations('common.waiting')
  const [restartedAt, setRestartedAt] = useState(0)
  const since = waitingSince(views)
  const step = useWaitStep(since === undefined ? undefined : Math.max(since, restartedAt))
  const client = useQueryClient()
  if (step === undefined) return null
  const retryWaiting = async () => {
    setRestartedAt(Date.now())
    // Each hanging request occupies one of the browser's six connections.
    await client.cancelQueries({ type: 'active', predicate: ({ state }) => state.data === undefined })
    for (const { state, refetch } of views) if (state === 'waiting') void refetch()
  }
  return (
    <Banner
      tone={step === 'line' ? 'info' : 'warn'}
      className="mb-4"
      action={
        step === 'wayOut' && (
          <Button size="sm" onClick={() => void retryWaiting()}>
            {t('again')}
          </Button>
        )
      }
    >
      <p>{t(step)}</p>
      {step === 'wayOut' && <RecoveryActions />}
    </Banner>
  )
}

export interface NoticesProps extends NoticeProps {
  /** Whether views share this state. */
  readonly failed: boolean
  readonly stale: boolean
}

export function Notices({ views, failed, stale }: NoticesProps) {
  return (
    <>
      {failed && <FailedNotice views={views.filter(({ state }) => state === 'failed')} />}
      {stale && <StaleNotice views={views.filter(({ state }) => state === 'stale')} />}
      <WaitingNotice views={views} />
    </>
  )
}
