import { HttpError } from '@/lib/http/errors'

import type { Context, ServiceDependencies } from '../http/context'

/** Calls of one account that may wait at a time, in each process. */
const MAX_WAITS = 20
/** One of twenty that wait at most half a minute ends before long. */
const RETRY_AFTER_S = 5

// Of each running service; tests run several services in one process.
const taken = new WeakMap<ServiceDependencies, Map<string, number>>()

/** The panel waits for an account on its own, whatever the account's keys do. */
const ownerOf = ({ account, caller }: Pick<Context, 'account' | 'caller'>): string => `${caller.via} ${account.id}`

/** Takes one of the account's places for calls that wait; the answer gives it back, once. Throws 429 when all are taken. */
export function takeWaitSlot(context: Pick<Context, 'account' | 'caller' | 'dependencies'>): () => void {
  const slots = taken.get(context.dependencies) ?? new Map<string, number>()
  taken.set(context.dependencies, slots)
  const owner = ownerOf(context)
  const held = slots.get(owner) ?? 0
  if (held >= MAX_WAITS) throw tooManyWaits()
  slots.set(owner, held + 1)
  let isGivenBack = false
  return () => {
    if (isGivenBack) return
    isGivenBack = true
    const left = (slots.get(owner) ?? 1) - 1
    if (left > 0) slots.set(owner, left)
    else slots.delete(owner)
  }
}

const tooManyWaits = () =>
  new HttpError(
    'too_many_waits',
    `The account may have ${MAX_WAITS} calls that wait; try again in ${RETRY_AFTER_S} s`,
    {
      extra: { limit: MAX_WAITS },
      headers: { 'retry-after': String(RETRY_AFTER_S) },
    },
  )
