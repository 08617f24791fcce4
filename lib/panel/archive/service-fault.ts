import { type ApiError, isApiError } from '@/lib/domain/api-error'

import { BrokenReport } from '../reports/report-reader'
import { ArchiveFault } from './archive-fault'

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
