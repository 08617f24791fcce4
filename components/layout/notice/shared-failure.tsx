'use client'

import { useTranslations } from 'use-intl'

import { Card } from '@/components/ui/card'
import { FailedState } from '@/components/ui/failed-state'
import { isApiError } from '@/lib/domain/api-error'

import { FailureReason, StaleLine } from '../query-states'
import { useRetryFailed } from '../use-retry-failed'
import { RecoveryActions } from './recovery-actions'
import type { ViewStates } from './view-states'

interface SharedProps {
  /** At least two, failed alike. */
  readonly views: ViewStates
}

const retryAll = (views: ViewStates) => {
  for (const { refetch } of views) void refetch()
}

/** In the place of as many cards that would all say the same. */
export function FailedNotice({ views }: SharedProps) {
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

/** "As of", once for all: from the oldest of them. */
export function StaleNotice({ views }: SharedProps) {
  return (
    <div className="mb-4 overflow-clip rounded-lg border">
      <StaleLine
        query={{
          dataUpdatedAt: Math.min(...views.map(({ at }) => at)),
          error: views[0]?.error ?? null,
          isFetching: views.some(({ isFetching }) => isFetching),
          refetch: () => retryAll(views),
        }}
      />
    </div>
  )
}
