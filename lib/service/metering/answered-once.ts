import { createHash } from 'node:crypto'

import { HttpError, ValidationError } from '@/lib/http/errors'
import { findKeptCallAnswer, forgetCallAnswers, keepCallAnswer } from '@/lib/service/metering/statements/paid-answers'

import type { Context } from '../http/context'
import type { ServiceJob } from '../jobs'

/** How long a call can be repeated without being charged again. */
const KEPT_MS = 24 * 3_600_000
const KEY = /^[\u0021-\u007e]{1,200}$/

/**
 * What `work` answers and charges; of a call with the `Idempotency-Key` of an earlier one, the answer of that, at 0 units. The answer is
 * kept in the transaction of its charge, so that neither is there without the other. `asked` names the operation, since keys are the
 * account's; that of the white list, the first that took keys, is its body alone.
 */
export async function answerOnce<T>(asked: unknown, context: Context, work: () => Promise<T>): Promise<T> {
  const key = readKey(context.request)
  // HEAD pays nothing, so what it asks for is not kept as paid.
  if (key === undefined || context.request.method === 'HEAD') return work()
  const { db, account, meter, now, answerHeaders } = context
  // Calls of one account wait here for one another: of two with one key the second finds the answer of the first.
  await meter.left()
  const outdated = new Date(now.getTime() - KEPT_MS).toISOString()
  const body_sha256 = createHash('sha256').update(JSON.stringify(asked)).digest('hex')
  const kept = await findKeptCallAnswer(db, { account_id: account.id, key })
  if (kept !== undefined && kept.kept_at > outdated) {
    if (kept.body_sha256 !== body_sha256)
      throw refusedKey('The key was used for another body', 'idempotency_key_reused')
    await meter.charge(0)
    answerHeaders.set('x-idempotent-replay', 'true')
    // Sound: written below by the same operation, which has this one shape.
    return JSON.parse(kept.answer) as T
  }
  const answer = await work()
  const row = { account_id: account.id, key, body_sha256, answer: JSON.stringify(answer), kept_at: now.toISOString() }
  // Only where two calls count for two months: one of them at the end of the one, the other at the beginning of the next.
  if (!(await keepCallAnswer(db, row, outdated)))
    throw new HttpError('unavailable', 'A call with this Idempotency-Key is under way; try again')
  answerHeaders.set('x-idempotent-replay', 'false')
  return answer
}

function readKey({ headers }: Request): string | undefined {
  const key = headers.get('idempotency-key')
  if (key === null) return undefined
  if (KEY.test(key)) return key
  throw refusedKey('Idempotency-Key should have 1 to 200 visible ASCII characters', 'string_pattern_mismatch')
}

const refusedKey = (msg: string, type: string) =>
  new ValidationError([{ loc: ['header', 'Idempotency-Key'], msg, type }])

export const forgetAnswersJob: ServiceJob = {
  name: 'kept-call-answers',
  everyMs: 3_600_000,
  run: ({ storage, clock }) => forgetCallAnswers(storage.db, new Date(clock().getTime() - KEPT_MS).toISOString()),
}
