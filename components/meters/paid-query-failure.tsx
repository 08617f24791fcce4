'use client'

import { useTranslations } from 'use-intl'

import { LazyFailureReason } from '@/components/layout/query-states'
import { isApiError, isMissing } from '@/lib/domain/api-error'

/** A request whose answer was lost may have been charged. */
const isMaybeCharged = (error: Error): boolean => !isApiError(error) || error.kind !== 'status' || error.status >= 500

export function PaidQueryFailure({ error }: { readonly error: Error | null }) {
  const t = useTranslations('price.part')
  if (error === null) return null
  const requestId = isApiError(error) ? error.requestId : undefined
  return (
    <div role="alert" className="space-y-1 border-t bg-danger-soft/40 px-4 py-3">
      <Reason error={error} />
      <p className="text-sm">{t(isMaybeCharged(error) ? 'maybeCharged' : 'notCharged')}</p>
      {requestId !== undefined && (
        <p className="text-sm break-all text-muted">
          {t('requestId')} <code className="font-mono">{requestId}</code>
        </p>
      )}
    </div>
  )
}

export function PaidFileFailure({ error }: { readonly error: Error | null }) {
  const t = useTranslations('price.part')
  if (error === null) return null
  return (
    <div role="alert" className="space-y-1">
      <LazyFailureReason error={error} />
      <p className="text-sm text-muted">{t(isMaybeCharged(error) ? 'maybeCharged' : 'notCharged')}</p>
    </div>
  )
}

function Reason({ error }: { readonly error: Error }) {
  const t = useTranslations('price.part')
  if (isApiError(error) && error.code === 'not_askable') return <p className="font-medium">{t('notAskable')}</p>
  if (isMissing(error)) return <p className="font-medium">{t('unknown')}</p>
  if (isApiError(error) && error.code === 'asked_already') return <p className="font-medium">{t('busy')}</p>
  return <LazyFailureReason error={error} />
}
