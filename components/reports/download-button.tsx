'use client'

import { useTranslations } from 'use-intl'

import { FailureReason } from '@/components/layout/query-states'
import { usePermission } from '@/components/layout/viewer'
import { Button } from '@/components/ui/button'
import { useClock } from '@/components/ui/clock'
import { Icon } from '@/components/ui/icon'
import { Time } from '@/components/ui/time'
import { isApiError } from '@/lib/domain/api-error'

import type { ExpiryState } from './report-index'
import type { DownloadState } from './use-downloads'

interface DownloadButtonProps {
  /** The report in words, for those who hear the button alone. */
  readonly name: string
  readonly expiry: ExpiryState
  readonly state: DownloadState
  readonly onDownload: () => void
}

/** The one thing to do with a report: take it while it is there. */
export function DownloadButton({ name, expiry, state, onDownload }: DownloadButtonProps) {
  const t = useTranslations('reports')
  const { reason } = usePermission('reports.download')
  if (expiry === 'expired' || isGone(state)) return <span className="text-sm text-muted">{t('gone')}</span>
  return (
    <Button
      size="sm"
      aria-label={t('downloadNamed', { name })}
      disabledReason={reason}
      isPending={state === 'busy'}
      onClick={onDownload}
    >
      {state !== 'busy' && <Icon name="download" size={14} />}
      {t('download')}
    </Button>
  )
}

/** The service said so, whatever the clock of this machine says. */
const isGone = (state: DownloadState): boolean => isApiError(state) && (state.status === 410 || state.status === 404)

interface DownloadFailureProps {
  readonly state: DownloadState
  readonly expiresAt: string | null | undefined
}

/** Why the file did not come, in words, where it was asked for. */
export function DownloadFailure({ state, expiresAt }: DownloadFailureProps) {
  const t = useTranslations('reports.failure')
  const now = useClock()
  if (state === undefined || state === 'busy') return null
  const status = isApiError(state) ? state.status : 0
  const hasPassed = Date.parse(expiresAt ?? '') <= now
  return (
    <div role="alert" className="text-sm font-normal text-danger-ink">
      {status === 410 && expiresAt && hasPassed ? (
        <>
          {t('expiredAt')} <Time instant={expiresAt} />.
        </>
      ) : (
        <Reason error={state} status={status} />
      )}
    </div>
  )
}

function Reason({ error, status }: { readonly error: Error; readonly status: number }) {
  const t = useTranslations('reports.failure')
  if (status === 410) return t('expired')
  if (status === 404) return t('missing')
  if (status === 403) return t('role')
  return <FailureReason error={error} />
}
