import type { StreamEnd } from '@/lib/contract/announcements'
import type { ConsoleOperation } from '@/lib/contract/console/console-operations'
import type { ApiError } from '@/lib/domain/api-error'

import type { BuiltRequest } from './build-request'

export type AnswerBody =
  | { readonly kind: 'none' }
  /** `differs` is the path at which the answer violates the contract. */
  | { readonly kind: 'text'; readonly text: string; readonly isJson: boolean; readonly differs?: string | undefined }
  | { readonly kind: 'file'; readonly blob: Blob; readonly name: string; readonly type: string }
  /** The array grows while lines arrive; `end` is the content of the last line. */
  | { readonly kind: 'lines'; readonly lines: readonly string[]; readonly end: StreamEnd['_end'] | undefined }

/** The result of a call, possibly still incomplete. */
export interface Answer {
  readonly operation: ConsoleOperation
  readonly request: BuiltRequest
  /** Milliseconds since the epoch. */
  readonly sentAt: number
  /** The HTTP status; 0 if there was no response. */
  readonly status: number
  readonly tookMs: number
  readonly bytes: number
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly requestId: string | null
  /** Null if the service did not report it. */
  readonly charged: number | null
  readonly left: number | null
  readonly body: AnswerBody
  /** `running`: more follows; `stopped`: cancelled by the user; `lost`: no response, or an incomplete one. */
  readonly state: 'running' | 'done' | 'stopped' | 'lost'
  readonly error: ApiError | undefined
}

/** Returns the units that a stream certainly cost, from the received lines and the reported charge. */
export function unitsOfLines({ operation, body, charged }: Pick<Answer, 'operation' | 'body' | 'charged'>): number {
  if (body.kind !== 'lines') return charged ?? 0
  if (body.end !== undefined) return body.end.units
  const { units = 0, per = 1 } = operation.call ?? {}
  return Math.max(charged ?? 0, Math.ceil(body.lines.length / per) * units)
}

/** Returns the cost of the call; null if it is not known exactly. */
export function unitsOfAnswer(answer: Answer): number | null {
  const { operation, status, body, charged, state } = answer
  // Refused calls and operations without a price cost nothing.
  if ((status >= 400 && status < 500) || (status > 0 && operation.call === undefined)) return 0
  if (body.kind !== 'lines') return charged
  return body.end?.units ?? (state === 'done' ? unitsOfLines(answer) : null)
}
