import { type ApiError, isApiError } from '@/lib/domain/api-error'
import { BrokenReport } from '@/lib/features/reports/report-reader'

import type { ArchiveFailure } from './domain/archive'

/** A place could not be written or read; `failure` says what to do about it, the message is of whoever refused it. */
export class ArchiveFault extends Error {
  override readonly name = 'ArchiveFault'
  readonly failure: ArchiveFailure

  constructor(failure: ArchiveFailure, message: string, options?: ErrorOptions) {
    super(message.replaceAll(/\p{Cc}+/gu, ' ').slice(0, 300), options)
    this.failure = failure
  }
}

/** Trying again is of no use before a person has changed something. */
export const endsCollecting = (failure: ArchiveFailure): boolean =>
  failure === 'credentials' || failure === 'no_bucket' || failure === 'secret_lost'

/** Waiting would cost reports: people are told at once. */
export const isUrgent = (failure: ArchiveFailure): boolean => failure === 'disk_full' || failure === 'disk_refused'

/** What the service refuses, as people are told it: what passes by itself, or what does not. */
export function toServiceFault(error: ApiError): ArchiveFault {
  const isAway = error.status >= 500 || error.status === 429 || error.status === 0
  const words = `${error.status} ${error.code}`.trim()
  return new ArchiveFault(isAway ? 'service_unreachable' : 'service_refused', words, { cause: error })
}

/** Why a report did not get to its place. */
export function toArchiveFault(error: unknown): ArchiveFault {
  if (error instanceof ArchiveFault) return error
  if (error instanceof BrokenReport) return new ArchiveFault('report_broken', error.reason, { cause: error })
  if (isApiError(error)) return toServiceFault(error)
  // Nothing that anybody foresaw: said as it is, and tried again.
  return new ArchiveFault('place_error', error instanceof Error ? error.message : String(error), { cause: error })
}
