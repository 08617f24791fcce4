import type { ReportRunReason } from '@/lib/contract/panel/report-schedules'
import { type ApiError, isApiError } from '@/lib/domain/api-error'

/** Why an order was not taken. */
export type OrderRefusal = {
  readonly reason: ReportRunReason
  /** `stop`: no later order would be taken. `end`: this one never will be. `retry`: perhaps later. */
  readonly outlook: 'stop' | 'end' | 'retry'
  /** Days that the service holds, where it says so. */
  readonly held?: { readonly from: string; readonly to: string }
  readonly message?: string
  readonly retryAfterS?: number
}

/** What was thrown that is no answer is thrown again. */
export function readOrderRefusal(error: unknown): OrderRefusal {
  if (!isApiError(error)) throw error
  const { status, code, retryAfterS } = error
  if (status === 422) return invalidOrder(error)
  if (status === 409 && code === 'report_limit') return { reason: 'quota', outlook: 'retry' }
  const known = byStatus[status]
  if (known) return { ...known, ...(retryAfterS !== undefined && { retryAfterS }) }
  return status >= 400 && status < 500 ? refused(error) : { reason: 'unreachable', outlook: 'retry' }
}

const byStatus: Readonly<Record<number, OrderRefusal>> = {
  402: { reason: 'plan', outlook: 'retry' },
  404: { reason: 'filter_gone', outlook: 'stop' },
  429: { reason: 'rate_limited', outlook: 'retry' },
}

const refused = ({ message }: ApiError): OrderRefusal => ({ reason: 'refused', outlook: 'retry', message })

function invalidOrder(error: ApiError): OrderRefusal {
  const [place] = error.fields
  if (place?.type === 'unknown_tag') return { reason: 'tag_gone', outlook: 'stop' }
  if (place?.type !== 'range_not_held')
    return { reason: 'refused', outlook: 'end', message: place?.message ?? error.message }
  const { held_from: from, held_to: to } = place.ctx ?? {}
  const isSaid = typeof from === 'string' && typeof to === 'string'
  return { reason: 'nothing_held', outlook: 'retry', ...(isSaid && { held: { from, to } }) }
}
