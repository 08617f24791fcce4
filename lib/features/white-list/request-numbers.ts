import * as z from 'zod'

import { readApiError } from '@/lib/client/api-error'
import { readUnitsIn } from '@/lib/client/units-in'
import { whiteListOperations } from '@/lib/contract/white-list'
import { type ApiError, wasRefused } from '@/lib/domain/api-error'
import type { FetchService } from '@/lib/panel/context'

import type { WhiteListRunReason } from './contract/runs'
import type { QueriedNumber } from './statements/numbers'

export type NumbersCallResult =
  | {
      readonly kind: 'answered'
      readonly results: readonly unknown[]
      readonly requestId: string | null
      /** Charge of this call; null if the service does not report it. */
      readonly units: number | null
      readonly left: number | null
      /**
       * True if this repeats the answer of an earlier call with the same key; undefined if the service does not support
       * keys.
       */
      readonly isReplay: boolean | undefined
    }
  /** The pool has fewer units than the call has numbers; nothing was charged. */
  | { readonly kind: 'pool'; readonly left: number | null; readonly resetsAt: string | null }
  /** The service rejects some of the numbers as invalid; nothing was charged. Empty if it does not report which. */
  | { readonly kind: 'invalid'; readonly indexes: readonly number[] }
  | { readonly kind: 'rate_limit'; readonly seconds: number }
  /** Retrying is pointless until a user changes something; nothing was charged. */
  | { readonly kind: 'refused'; readonly reason: WhiteListRunReason; readonly message: string }
  /** No readable answer arrived, so the call may have been charged. */
  | { readonly kind: 'lost'; readonly message: string }

const PATH = whiteListOperations['wpv.records'].path
const answerSchema = z.looseObject({ results: z.array(z.unknown()) })
const DEFAULT_WAIT_S = 30

/** Makes one call of the service; never rejects. */
export async function requestNumbers(
  fetchService: FetchService,
  { key, numbers }: { readonly key: string; readonly numbers: readonly QueriedNumber[] },
): Promise<NumbersCallResult> {
  const identifiers = numbers.map(({ kind, value }) => ({ [kind]: value }))
  try {
    const response = await fetchService(PATH, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify({ identifiers }),
    })
    if (!response.ok) return refusalOf(await readApiError(response), response.headers)
    const parsed = answerSchema.safeParse(await response.json())
    if (!parsed.success) return { kind: 'lost', message: 'The answer has another shape' }
    const replay = response.headers.get('x-idempotent-replay')
    return {
      kind: 'answered',
      results: parsed.data.results,
      requestId: response.headers.get('x-request-id'),
      ...readUnitsIn(response),
      isReplay: replay === null ? undefined : replay === 'true',
    }
  } catch (error) {
    return { kind: 'lost', message: error instanceof Error ? error.name : 'Error' }
  }
}

function refusalOf(error: ApiError, headers: Headers): NumbersCallResult {
  const { status, message } = error
  if (status === 429) return { kind: 'rate_limit', seconds: error.retryAfterS ?? DEFAULT_WAIT_S }
  if (status === 402) return paymentRefusalOf(error, headers)
  if (status === 422) return { kind: 'invalid', indexes: positionsIn(error) }
  if (wasRefused(error)) return { kind: 'refused', reason: 'refused', message }
  return { kind: 'lost', message }
}

const REASONS: Readonly<Record<string, WhiteListRunReason>> = {
  plan: 'plan',
  subscription: 'inactive',
  overage: 'cap',
}

function paymentRefusalOf({ detail, message }: ApiError, headers: Headers): NumbersCallResult {
  const { pool, limit, used, resets_at: resetsAt } = detail
  const reason = typeof pool === 'string' ? REASONS[pool] : undefined
  if (reason !== undefined) return { kind: 'refused', reason, message }
  const computedLeft = typeof limit === 'number' && typeof used === 'number' ? Math.max(0, limit - used) : null
  const remaining = readUnitsIn({ headers }).left ?? computedLeft
  return { kind: 'pool', left: remaining, resetsAt: typeof resetsAt === 'string' ? resetsAt : null }
}

/** Reads the positions from `loc` (interface section 2.13, body of 422): body, identifiers, index. */
const positionsIn = ({ fields }: ApiError): number[] => [
  ...new Set(
    fields.flatMap(({ path: [list, index] }) => (list === 'identifiers' && typeof index === 'number' ? [index] : [])),
  ),
]
