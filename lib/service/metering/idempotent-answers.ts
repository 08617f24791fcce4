import { createHash } from 'node:crypto'

import { HttpError, ValidationError } from '@/lib/http/errors'
import { findCallAnswer, deleteCallAnswers, storeCallAnswer } from '@/lib/service/metering/statements/paid-answers'

import type { Context } from '../http/context'
import type { ServiceJob } from '../jobs'

/** How long a call can be repeated without a second charge. */
const ANSWER_TTL_MS = 24 * 3_600_000
const KEY = /^[\u0021-\u007e]{1,200}$/

/**
 * Returns what `work` answers and charges. A call that repeats an `Idempotency-Key` gets the first answer for 0 units.
 * The answer is stored in the transaction of its charge, so neither exists without the other. Keys belong to
 * the account, so `body` must include the operation; only the white list, the first operation with keys, passes only
 * its request body.
 */
export async function answerOnce<T>(body: unknown, context: Context, work: () => Promise<T>): Promise<T> {
  const key = readKey(context.request)
  // HEAD is not charged, so its answer must not be stored as paid.
  if (key === undefined || context.request.method === 'HEAD') return work()
  const { db, account, meter, now, answerHeaders } = context
  // Takes the lock of the account: of two calls with one key, the second waits here and finds the first answer.
  await meter.left()
  const outdated = new Date(now.getTime() - ANSWER_TTL_MS).toISOString()
  const body_sha256 = createHash('sha256').update(JSON.stringify(body)).digest('hex')
  const stored = await findCallAnswer(db, { account_id: account.id, key })
  if (stored !== undefined && stored.kept_at > outdated) {
    if (stored.body_sha256 !== body_sha256)
      throw keyError('The key was used for another body', 'idempotency_key_reused')
    await meter.charge(0)
    answerHeaders.set('x-idempotent-replay', 'true')
    // Safe: the same operation wrote it below, and it has only this shape.
    return JSON.parse(stored.answer) as T
  }
  const answer = await work()
  const row = { account_id: account.id, key, body_sha256, answer: JSON.stringify(answer), kept_at: now.toISOString() }
  // Happens only if two calls with one key lock different months: one at the end of a month, the other at the start of
  // the next.
  if (!(await storeCallAnswer(db, row, outdated)))
    throw new HttpError('unavailable', 'A call with this Idempotency-Key is under way; try again')
  answerHeaders.set('x-idempotent-replay', 'false')
  return answer
}

function readKey({ headers }: Request): string | undefined {
  const key = headers.get('idempotency-key')
  if (key === null) return undefined
  if (KEY.test(key)) return key
  throw keyError('Idempotency-Key should have 1 to 200 visible ASCII characters', 'string_pattern_mismatch')
}

const keyError = (msg: string, type: string) => new ValidationError([{ loc: ['header', 'Idempotency-Key'], msg, type }])

export const deleteAnswersJob: ServiceJob = {
  name: 'kept-call-answers',
  everyMs: 3_600_000,
  run: ({ storage, clock }) => deleteCallAnswers(storage.db, new Date(clock().getTime() - ANSWER_TTL_MS).toISOString()),
}
