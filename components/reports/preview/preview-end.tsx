'use client'

import { useMessages, useTranslations } from 'use-intl'

import { FailureReason } from '@/components/layout/failed-query'
import { Button } from '@/components/ui/button'
import { useCountValues } from '@/components/ui/use-count-values'
import type { ApiError } from '@/lib/domain/api-error'

import type { PreviewState } from './preview-messages'
import { toPreviewError } from './use-preview-rows'

/** Why no more rows are shown, unless all of them are. */
export function PreviewEndNote({ state, onMore }: { readonly state: PreviewState; readonly onMore: () => void }) {
  const t = useTranslations('report-preview.end')
  const countValues = useCountValues()
  const { reasons } = useMessages()['report-preview'].end
  const isKnown = (reason: string): reason is keyof typeof reasons => Object.hasOwn(reasons, reason)
  const { end, fault, read } = state
  if (fault !== undefined)
    return <PreviewFailure error={toPreviewError(fault)} hasRows={state.count > 0} onMore={onMore} />
  if (end?.why === 'time') {
    return (
      <p role="status" className="flex flex-wrap items-center gap-3 border-t px-4 py-3">
        {t('time', countValues(read))}
        <Button size="sm" onClick={onMore}>
          {t('goOn')}
        </Button>
      </p>
    )
  }
  if (end?.why !== 'broken') return null
  return (
    <p role="alert" className="border-t px-4 py-3 text-danger-ink">
      {t('broken', countValues(read))}{' '}
      {t(`reasons.${end.reason != null && isKnown(end.reason) ? end.reason : 'other'}`)}
    </p>
  )
}

interface PreviewFailureProps {
  readonly error: ApiError
  readonly hasRows: boolean
  readonly onMore: () => void
}

function PreviewFailure({ error, hasRows, onMore }: PreviewFailureProps) {
  const t = useTranslations('report-preview.end')
  const isFinal = error.status === 404 || error.status === 410 || error.status === 403
  return (
    <div role="alert" className="flex flex-wrap items-center gap-3 border-t px-4 py-3 text-danger-ink">
      <span>
        <Failure error={error} /> {hasRows && t('kept')}
      </span>
      {!isFinal && (
        <Button size="sm" onClick={onMore}>
          {t('retry')}
        </Button>
      )}
    </div>
  )
}

function Failure({ error }: { readonly error: ApiError }) {
  const t = useTranslations('report-preview.end')
  if (error.code === 'gone') return t('reasons.changed')
  if (error.status === 410) return t('expired')
  if (error.status === 404) return t('missing')
  if (error.status === 409 && error.code === 'conflict') return t('notReady')
  if (error.code === 'too_many_calls') return t('tooMany')
  return <FailureReason error={error} />
}
