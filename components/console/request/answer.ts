import type { StreamEnd } from '@/lib/contract/announcements'
import type { ConsoleOperation } from '@/lib/contract/console/console-operations'
import type { ApiError } from '@/lib/domain/api-error'

import type { BuiltRequest } from './build-request'

export type AnswerBody =
  | { readonly kind: 'none' }
  /** `differs`: where it is not what the contract says. */
  | { readonly kind: 'text'; readonly text: string; readonly isJson: boolean; readonly differs?: string | undefined }
  | { readonly kind: 'file'; readonly blob: Blob; readonly name: string; readonly type: string }
  /** Grows while it comes; `end` is its last line. */
  | { readonly kind: 'lines'; readonly lines: readonly string[]; readonly end: StreamEnd['_end'] | undefined }

/** What came of a call, as far as it has come. */
export interface Answer {
  readonly operation: ConsoleOperation
  readonly request: BuiltRequest
  /** Epoch ms. */
  readonly sentAt: number
  /** Of HTTP; 0 where nothing came back. */
  readonly status: number
  readonly tookMs: number
  readonly bytes: number
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly requestId: string | null
  /** Null: the service did not say. */
  readonly charged: number | null
  readonly left: number | null
  readonly body: AnswerBody
  /** `running`: more is to come; `stopped`: the reader did not want more; `lost`: nothing or not all came back. */
  readonly state: 'running' | 'done' | 'stopped' | 'lost'
  /** Why it was refused. */
  readonly error: ApiError | undefined
}

/** Units that a stream has cost for certain: of the lines that came, and of what the service said. */
export function unitsOfLines({ operation, body, charged }: Pick<Answer, 'operation' | 'body' | 'charged'>): number {
  if (body.kind !== 'lines') return charged ?? 0
  if (body.end !== undefined) return body.end.units
  const { units = 0, per = 1 } = operation.call ?? {}
  return Math.max(charged ?? 0, Math.ceil(body.lines.length / per) * units)
}

/** What the call cost; null where nobody knows to the unit. */
export function unitsOfAnswer(answer: Answer): number | null {
  const { operation, status, body, charged, state } = answer
  // What is refused costs nothing, and what has no price neither.
  if ((status >= 400 && status < 500) || (status > 0 && operation.call === undefined)) return 0
  if (body.kind !== 'lines') return charged
  return body.end?.units ?? (state === 'done' ? unitsOfLines(answer) : null)
}
