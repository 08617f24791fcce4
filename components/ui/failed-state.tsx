'use client'

import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'

import { Button } from './button'
import { CopyButton } from './copy-button'
import { Icon } from './icon'

interface FailedStateProps {
  readonly title?: string | undefined
  /** What the message "Could not load: …" names. */
  readonly contentName?: string | undefined
  readonly reason: ReactNode
  readonly requestId?: string | undefined
  readonly onRetry?: (() => void) | undefined
  readonly isRetrying?: boolean | undefined
}

export function FailedState({ title, contentName, reason, requestId, ...retry }: FailedStateProps) {
  const t = useTranslations('common')
  const { onRetry, isRetrying } = retry
  const loading = contentName === undefined ? t('failed.plain') : t('failed.title', { what: contentName })
  return (
    <div role="alert" className="flex flex-wrap items-start gap-x-3 gap-y-2 px-4 py-4">
      <Icon name="alert" className="mt-0.5 shrink-0 text-danger-ink" />
      <div className="min-w-0 flex-1 basis-56">
        <p className="font-semibold">{title ?? loading}</p>
        <div className="text-muted">{reason}</div>
        {requestId !== undefined && (
          <p className="mt-1 flex flex-wrap items-center gap-x-1 text-sm text-muted">
            {t('failed.requestId')}:
            <span className="flex min-w-0 items-center gap-1">
              <code className="font-mono tracking-tight break-all">{requestId}</code>
              <CopyButton value={requestId} iconOnly />
            </span>
          </p>
        )}
      </div>
      {onRetry !== undefined && (
        <Button size="sm" onClick={onRetry} isPending={isRetrying}>
          {t('retry')}
        </Button>
      )}
    </div>
  )
}
