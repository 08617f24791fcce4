import { serverNow } from '@/lib/domain/server-clock'
import { createStore } from '@/lib/domain/store'
import { isTooLarge, type Payment, readPayment } from '@/lib/domain/usage/payment'

/**
 * The 402s that this browser has seen, by pool: a meter that lags behind would go on showing room where there is none.
 * Kept per account in the browser's own storage, so that a reload and another tab know them too.
 */
export interface KnownRefusal extends Payment {
  /** Epoch ms. */
  readonly seenAt: number
  /** Epoch ms; from then on it says nothing any more. */
  readonly until: number
}
export type KnownRefusals = Readonly<Record<string, KnownRefusal>>

/** How long a refusal holds that does not say when it ends. */
const HOLD_MS = 15 * 60_000
const NONE: KnownRefusals = {}

let account: string | undefined
const seen = createStore(NONE)

const storageKey = (slug: string) => `refusals:${slug}`

/** Reads the storage of an account; called when it is known whose panel this is. */
export function scopeRefusals(slug: string): void {
  if (account === slug) return
  account = slug
  seen.write(load(slug))
}

/** A failed call; only 402s that name their pool are kept, and none that only says that this call asked for too much. */
export function noteRefusal(error: unknown, now = serverNow()): void {
  const payment = readPayment(error)
  const pool = payment?.pool
  if (payment === undefined || pool === undefined || isTooLarge(payment)) return
  const until = payment.resetsAt === undefined ? now + HOLD_MS : Date.parse(payment.resetsAt)
  change({ ...seen.read(), [pool]: { ...payment, seenAt: now, until } })
}

/** The pool gives again: a call of it went through, or the cap was changed. */
export function forgetRefusals(pools: readonly string[]): void {
  const before = seen.read()
  if (!pools.some((pool) => pool in before)) return
  change(Object.fromEntries(Object.entries(before).filter(([pool]) => !pools.includes(pool))))
}

export const { read: readRefusals, subscribe: subscribeRefusals } = seen
export const noRefusals = (): KnownRefusals => NONE

/** Another tab wrote. */
export function onStorage({ key }: Pick<StorageEvent, 'key'>): void {
  if (account !== undefined && key === storageKey(account)) seen.write(load(account))
}

function change(next: KnownRefusals): void {
  seen.write(next)
  if (account === undefined) return
  try {
    localStorage.setItem(storageKey(account), JSON.stringify(next))
  } catch {
    // Full or forbidden: then this tab alone knows.
  }
}

function load(slug: string): KnownRefusals {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey(slug)) ?? '{}')
    if (typeof stored !== 'object' || stored === null) return NONE
    return Object.fromEntries(
      Object.entries(stored).filter((entry): entry is [string, KnownRefusal] => isSeen(entry[1])),
    )
  } catch {
    return NONE
  }
}

const isSeen = (value: unknown): value is KnownRefusal =>
  typeof value === 'object' &&
  value !== null &&
  'reason' in value &&
  typeof value.reason === 'string' &&
  'seenAt' in value &&
  typeof value.seenAt === 'number' &&
  'until' in value &&
  typeof value.until === 'number'
