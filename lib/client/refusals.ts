import { serverNow } from '@/lib/domain/server-clock'
import { createStore } from '@/lib/domain/store'
import { isTooLarge, type Payment, readPayment } from '@/lib/domain/usage/payment'

/**
 * The 402s that this browser has seen, by pool: a delayed meter would go on showing units that are used up. They are in
 * the browser's storage per account, so that a reload and other tabs know them too.
 */
export interface StoredRefusal extends Payment {
  /** Milliseconds since the epoch. */
  readonly seenAt: number
  /** Milliseconds since the epoch; from then on it is ignored. */
  readonly until: number
}
export type StoredRefusals = Readonly<Record<string, StoredRefusal>>

/** Lifetime of a refusal without a reset time. */
const HOLD_MS = 15 * 60_000
const NONE: StoredRefusals = {}

let account: string | undefined
const refusals = createStore(NONE)

const storageKey = (slug: string) => `refusals:${slug}`

/** Loads the storage of an account, once the account of this page is known. */
export function scopeRefusals(slug: string): void {
  if (account === slug) return
  // What the first calls met before the page named its account.
  const early = account === undefined ? refusals.read() : NONE
  account = slug
  if (early === NONE) refusals.write(load(slug))
  else change({ ...load(slug), ...early })
}

/**
 * Records a failed call; only 402s that name their pool count, and only when the pool is used up, not when just this
 * call was too large.
 */
export function noteRefusal(error: unknown, now = serverNow()): void {
  const payment = readPayment(error)
  const pool = payment?.pool
  if (payment === undefined || pool === undefined || isTooLarge(payment)) return
  const until = payment.resetsAt === undefined ? now + HOLD_MS : Date.parse(payment.resetsAt)
  change({ ...refusals.read(), [pool]: { ...payment, seenAt: now, until } })
}

/** Forgets refusals of pools that are usable again, because a call succeeded or the cap was changed. */
export function forgetRefusals(pools: readonly string[]): void {
  const before = refusals.read()
  if (!pools.some((pool) => pool in before)) return
  change(Object.fromEntries(Object.entries(before).filter(([pool]) => !pools.includes(pool))))
}

export const { read: readRefusals, subscribe: subscribeRefusals } = refusals
export const noRefusals = (): StoredRefusals => NONE

/** Another tab changed the storage. */
export function onStorage({ key }: Pick<StorageEvent, 'key'>): void {
  if (account !== undefined && key === storageKey(account)) refusals.write(load(account))
}

function change(next: StoredRefusals): void {
  refusals.write(next)
  if (account === undefined) return
  try {
    localStorage.setItem(storageKey(account), JSON.stringify(next))
  } catch {
    // Storage may be full or forbidden; only this tab knows the refusal then.
  }
}

function load(slug: string): StoredRefusals {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey(slug)) ?? '{}')
    if (typeof stored !== 'object' || stored === null) return NONE
    return Object.fromEntries(
      Object.entries(stored).filter((entry): entry is [string, StoredRefusal] => isStoredRefusal(entry[1])),
    )
  } catch {
    return NONE
  }
}

const isStoredRefusal = (value: unknown): value is StoredRefusal =>
  typeof value === 'object' &&
  value !== null &&
  'reason' in value &&
  typeof value.reason === 'string' &&
  'seenAt' in value &&
  typeof value.seenAt === 'number' &&
  'until' in value &&
  typeof value.until === 'number'
