import { type ApiError, isApiError } from '@/lib/domain/api-error'
import { BrokenReport } from '@/lib/features/reports/report-reader'

import type { ArchiveFailure } from './domain/archive'

/**
 * An archive location could not be written or read. `failure` selects the advice shown to users; the message is the
 * system's own.
 */
export class ArchiveFault extends Error {
  override readonly name = 'ArchiveFault'
  readonly failure: ArchiveFailure

  constructor(failure: ArchiveFailure, message: string, options?: ErrorOptions) {
    super(message.replaceAll(/\p{Cc}+/gu, ' ').slice(0, 300), options)
    this.failure = failure
  }
}

/** These failures need a change by a person, so retrying is pointless. */
export const endsCollecting = (failure: ArchiveFailure): boolean =>
  failure === 'credentials' || failure === 'no_bucket' || failure === 'secret_lost'

/** Users are notified of these failures at once, because reports could be lost while waiting. */
export const isUrgent = (failure: ArchiveFailure): boolean => failure === 'disk_full' || failure === 'disk_refused'

/** Maps a refusal by the service to a failure: a temporary one or a permanent one. */
export function toServiceFault(error: ApiError): ArchiveFault {
  const isTemporary = error.status >= 500 || error.status === 429 || error.status === 0
  const words = `${error.status} ${error.code}`.trim()
  return new ArchiveFault(isTemporary ? 'service_unreachable' : 'service_refused', words, { cause: error })
}

export function toArchiveFault(error: unknown): ArchiveFault {
  if (error instanceof ArchiveFault) return error
  if (error instanceof BrokenReport) return new ArchiveFault('report_broken', error.reason, { cause: error })
  if (isApiError(error)) return toServiceFault(error)
  // An unexpected error is shown with its message, and retried.
  return new ArchiveFault('place_error', error instanceof Error ? error.message : String(error), { cause: error })
}
