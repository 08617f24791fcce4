'use client'

import { useLocale, useMessages, useTranslations } from 'use-intl'

import { FailureReason } from '@/components/layout/failed-query'
import { usePermission } from '@/components/layout/viewer'
import { Button } from '@/components/ui/button'
import { useClock } from '@/components/ui/clock'
import { Icon } from '@/components/ui/icon'
import { Time } from '@/components/ui/time'
import { isApiError } from '@/lib/domain/api-error'
import { formatBytes } from '@/lib/domain/format/format'

import type { ExpiryState } from '../report-index'
import {
  type ActiveDownload,
  type DoneDownload,
  type DownloadState,
  isActive,
  isBrokenDownload,
} from './download-state'

interface DownloadButtonProps {
  /** The report's description, for screen readers. */
  readonly name: string
  readonly expiry: ExpiryState
  readonly state: DownloadState
  readonly onDownload: () => void
  /** Downloads a CSV in the form that spreadsheets open correctly. */
  readonly onSpreadsheet?: (() => void) | undefined
}

export function DownloadButton({ name, expiry, state, onDownload, onSpreadsheet }: DownloadButtonProps) {
  const t = useTranslations('reports')
  const { reason } = usePermission('reports.download')
  const isBusy = isActive(state)
  if (!isBusy && (expiry === 'expired' || isUnavailable(state)))
    return <span className="text-sm text-muted">{t('gone')}</span>
  return (
    <>
      <Button
        size="sm"
        aria-label={t('downloadNamed', { name })}
        disabledReason={reason}
        isPending={isBusy}
        onClick={onDownload}
      >
        {!isBusy && <Icon name="download" size={14} />}
        {t('download')}
      </Button>
      {onSpreadsheet !== undefined && !isBusy && (
        <Button
          size="sm"
          variant="ghost"
          aria-label={t('spreadsheetNamed', { name })}
          title={t('spreadsheetHint')}
          disabledReason={reason}
          onClick={onSpreadsheet}
        >
          {t('spreadsheet')}
        </Button>
      )}
    </>
  )
}

/** True if the service reported it deleted or expired, regardless of this device's clock. */
const isUnavailable = (state: DownloadState): boolean =>
  isApiError(state) && (state.status === 410 || state.status === 404)

interface DownloadFailureProps {
  readonly state: DownloadState
  readonly expiresAt: string | null | undefined
  readonly onCancel?: (() => void) | undefined
}

/** The state of a download next to its button: progress, completion or failure. */
export function DownloadFailure({ state, expiresAt, onCancel }: DownloadFailureProps) {
  if (state === undefined) return null
  if (isActive(state)) return <DownloadProgress state={state} onCancel={onCancel} />
  if (!(state instanceof Error)) return <DownloadDone state={state} />
  return (
    <div role="alert" className="text-sm font-normal text-danger-ink">
      <FailureText error={state} expiresAt={expiresAt} />
    </div>
  )
}

type ProgressProps = { readonly state: ActiveDownload; readonly onCancel: (() => void) | undefined }

function DownloadProgress({ state, onCancel }: ProgressProps) {
  const t = useTranslations('report-downloads')
  const locale = useLocale()
  const common = useTranslations('common')
  const { phase, bytes, total, isOfPage } = state
  const loadedText = formatBytes(bytes, locale)
  const text = total === undefined ? loadedText : t('of', { done: loadedText, total: formatBytes(total, locale) })
  return (
    <div className="flex flex-wrap items-center gap-x-2 text-sm font-normal text-muted tabular">
      <span role="status">{t(phase)}</span>
      {phase === 'running' && (
        <>
          <span>{text}</span>
          <Pace state={state} />
          {total !== undefined && total > 0 && (
            <progress aria-label={t('running')} max={total} value={Math.min(bytes, total)} className="h-1.5 w-24" />
          )}
        </>
      )}
      {onCancel !== undefined && (isOfPage || phase === 'waiting') && (
        <Button size="sm" onClick={onCancel}>
          {common('cancel')}
        </Button>
      )}
    </div>
  )
}

/** The speed is shown only after this time, in milliseconds. */
const MIN_PACE_MS = 1500

function Pace({ state: { bytes, total, tookMs } }: { readonly state: ActiveDownload }) {
  const t = useTranslations('report-downloads')
  const locale = useLocale()
  if (tookMs < MIN_PACE_MS || bytes === 0) return null
  const perSecond = (bytes / tookMs) * 1000
  const speed = t('speed', { size: formatBytes(perSecond, locale) })
  if (total === undefined || total <= bytes) return <span>{speed}</span>
  const seconds = Math.ceil((total - bytes) / perSecond)
  const timeLeft = seconds < 90 ? t('secondsLeft', { n: seconds }) : t('minutesLeft', { n: Math.round(seconds / 60) })
  return (
    <span>
      {speed}, {timeLeft}
    </span>
  )
}

function DownloadDone({ state: { bytes, isChecked } }: { readonly state: DoneDownload }) {
  const t = useTranslations('report-downloads')
  const locale = useLocale()
  const size = formatBytes(bytes, locale)
  return (
    <div role="status" className="text-sm font-normal text-muted tabular">
      {isChecked ? t('checked', { size }) : t('done', { size })}
    </div>
  )
}

function FailureText({ error, expiresAt }: { readonly error: Error; readonly expiresAt: string | null | undefined }) {
  const t = useTranslations('reports.failure')
  const now = useClock()
  const status = isApiError(error) ? error.status : 0
  const isExpired = status === 410 || (isBrokenDownload(error) && error.reason === 'expired')
  const hasPassed = Date.parse(expiresAt ?? '') <= now
  if (!isExpired || !expiresAt || !hasPassed) return <Reason error={error} status={isExpired ? 410 : status} />
  return (
    <>
      {t('expiredAt')} <Time instant={expiresAt} />.
    </>
  )
}

function Reason({ error, status }: { readonly error: Error; readonly status: number }) {
  const t = useTranslations('reports.failure')
  const broken = useTranslations('report-downloads.broken')
  const { 'report-downloads': words } = useMessages()
  const isKnown = (reason: unknown): reason is keyof typeof words.broken =>
    typeof reason === 'string' && Object.hasOwn(words.broken, reason)
  const reason = brokenReasonIn(error)
  if (status === 410) return t('expired')
  if (isKnown(reason)) return broken(reason)
  if (status === 404) return t('missing')
  if (isApiError(error) && error.code === 'purpose_required') return broken('purpose')
  if (isApiError(error) && error.code === 'foreign_download') return broken('foreign')
  if (status === 403) return t('role')
  return <FailureReason error={error} />
}

const brokenReasonIn = (error: Error): unknown =>
  isBrokenDownload(error)
    ? error.reason
    : isApiError(error) && error.code === 'report_broken'
      ? error.detail['reason']
      : undefined
