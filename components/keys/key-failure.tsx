'use client'

import { useLocale, useTranslations } from 'use-intl'

import { FailureReason } from '@/components/layout/failed-query'
import { useViewer } from '@/components/layout/viewer'
import { FailedState } from '@/components/ui/failed-state'
import { isApiError } from '@/lib/domain/api-error'
import { formatInteger } from '@/lib/domain/format/format'

export function KeyFailure({ title, error }: { readonly title: string; readonly error: Error }) {
  return (
    <div className="rounded-lg border">
      <FailedState
        title={title}
        reason={<Reason error={error} />}
        requestId={isApiError(error) ? error.requestId : undefined}
      />
    </div>
  )
}

/** The plan and the key limit have their own messages, because both can change while the dialog is open. */
function Reason({ error }: { readonly error: Error }) {
  const t = useTranslations('keys')
  const locale = useLocale()
  const { plan } = useViewer().account
  if (error.name === 'MissingSecretError') return t('dialog.noSecret')
  if (!isApiError(error)) return <FailureReason error={error} />
  if (error.status === 402 && error.detail['pool'] === 'plan') return t('noAccess', { plan })
  const { limit } = error.detail
  if (error.status === 409 && typeof limit === 'number')
    return t('limit', { count: limit, n: formatInteger(limit, locale) })
  return <FailureReason error={error} />
}
