import type { OperationAnswer } from '@/lib/client/client'
import type { PricedCall } from '@/lib/contract/prices'
import { wholeCount } from '@/lib/domain/usage/overage'
import { readPool } from '@/lib/domain/usage/pool-reading'
import { isPool, type Pool, pools } from '@/lib/domain/usage/pools'
import { type AccountFacts, readStanding, type Stop } from '@/lib/domain/usage/standing'

/** What is left of a pool before the service refuses (402). */
export interface PoolRoom {
  /** Units; null where nothing limits them, undefined where nobody says. */
  readonly left: number | null | undefined
  /** Of these, units that are in the plan price. */
  readonly free: number | null | undefined
  /** Of a unit above them; undefined where none are sold or nobody says. */
  readonly unitGrosz?: number | undefined
  /** Why the service refuses now; null or undefined while it does not. */
  readonly stop?: Stop | null | undefined
}

export interface PriceInput {
  readonly meter: OperationAnswer<'usage.api'> | undefined
  readonly summary: OperationAnswer<'usage.summary'> | undefined
  /** What is known of the account beside its answers. */
  readonly facts?: AccountFacts
}

const limitOf = (limit: number | null | undefined) => (limit === null ? null : wholeCount(limit))

function hardRoom(limit: number | null | undefined, used: number | null | undefined): PoolRoom {
  const [most, taken] = [limitOf(limit), wholeCount(used)]
  if (most === null) return { left: null, free: null }
  const left = most === undefined || taken === undefined ? undefined : Math.max(0, most - taken)
  return { left, free: left, ...(left === 0 && { stop: 'pool' }) }
}

function lookupRoom(meter: PriceInput['meter'], facts: AccountFacts): PoolRoom {
  if (meter === undefined) return { left: undefined, free: undefined }
  const { terms, stop, left, free } = readStanding(meter, facts)
  return { left, free, stop, ...(terms === 'paid' && { unitGrosz: wholeCount(meter.unit_grosz) }) }
}

function readRoom(pool: Pool, { meter, summary, facts = {} }: PriceInput): PoolRoom {
  if (pools[pool].sellsOverage) return lookupRoom(meter, facts)
  const { limit, used } = readPool(summary ?? {}, pool)
  return hardRoom(limit, used)
}

const nobodySays: PoolRoom = { left: undefined, free: undefined }

export function readPoolRoom(pool: string | null, reported: PriceInput): PoolRoom {
  const room = pool !== null && isPool(pool) ? readRoom(pool, reported) : nobodySays
  return reported.facts?.isInactive === true ? { ...room, left: 0, stop: 'inactive' } : room
}

/** Units of `count` calls, identifiers or items; two numbers where the interface names two prices. */
export function countUnits({ by, units, unitsFrom = units, per = 1 }: PricedCall, count: number) {
  const steps = by === 'item' ? Math.ceil(count / per) : count
  return { from: steps * unitsFrom, to: steps * units }
}

/** What several answers cost together; null where the service did not say it of each. */
export const sumUnits = (answers: readonly { readonly units: number | null }[]): number | null =>
  answers.reduce<number | null>((sum, { units }) => (sum === null || units === null ? null : sum + units), 0)

/** `cut`: the service gives as much as is left; `partly`: it takes some of the calls and refuses the others whole. */
export type PriceFit = 'fits' | 'overage' | 'cut' | 'partly' | 'refused' | 'unlimited' | 'unknown'

export interface Price {
  /** If all of it went through. */
  readonly units: { readonly from: number; readonly to: number }
  /** Calls that so many identifiers or items take. */
  readonly calls: number
  readonly fit: PriceFit
  /** What the service takes, one call after the other; undefined where nobody says what is left. */
  readonly made: { readonly calls: number; readonly items: number; readonly units: number } | undefined
  /** What is paid for above the plan, in grosz; undefined where nobody says. */
  readonly grosz: number | undefined
  /** Of the pool after it; undefined where there is no such number. */
  readonly leftAfter: number | undefined
}

/** The price before the call, by the dearer of two prices. */
export function priceCalls(call: PricedCall, count: number, room: PoolRoom): Price {
  const units = countUnits(call, count)
  const calls = call.by === 'call' ? count : Math.ceil(count / (call.most ?? count))
  const { left } = room
  if (left === undefined)
    return { units, calls, fit: 'unknown', made: undefined, grosz: undefined, leftAfter: undefined }
  const made = left === null ? { calls, items: count, units: units.to } : madeOf(call, count, left)
  return {
    units,
    calls,
    fit: fitOf({ call, made, units: units.to, room }),
    made,
    grosz: groszOf(made.units, room),
    leftAfter: left === null ? undefined : left - made.units,
  }
}

type Made = NonNullable<Price['made']>

/** What of it the service takes, by the row's own rule (decision 20): cut to what is left, or each call whole or not at all. */
const madeOf = (call: PricedCall, count: number, left: number): Made =>
  call.isWhole ? madeWhole(call, count, left) : madeCut(call, count, left)

/** A call that begins where nothing is left is refused; before that the last one gives less than was asked. */
function madeCut(call: PricedCall, count: number, left: number): Made {
  const { units, per = 1, most = count } = call
  const items = Math.min(count, Math.floor(left / units) * per)
  return { calls: Math.ceil(items / most), items, units: countUnits(call, items).to }
}

/** Full calls first, then the one with the rest, which may fit where a full one did not. */
function madeWhole(call: PricedCall, count: number, left: number): Made {
  const size = call.by === 'call' ? 1 : (call.most ?? count)
  const ofFull = countUnits(call, size).to
  const full = Math.min(Math.floor(count / size), ofFull === 0 ? Infinity : Math.floor(left / ofFull))
  const rest = count % size
  const ofRest = countUnits(call, rest).to
  const hasRest = rest > 0 && ofRest <= left - full * ofFull
  return {
    calls: full + (hasRest ? 1 : 0),
    items: full * size + (hasRest ? rest : 0),
    units: full * ofFull + (hasRest ? ofRest : 0),
  }
}

/** What is above the plan price; undefined where its price is not known. */
function groszOf(units: number, { free, unitGrosz }: PoolRoom): number | undefined {
  const over = typeof free === 'number' ? Math.max(0, units - free) : 0
  return over === 0 ? 0 : wholeCount(over * (unitGrosz ?? Number.NaN))
}

interface Requested {
  readonly call: PricedCall
  readonly made: Made
  /** Of all that was asked for. */
  readonly units: number
  readonly room: PoolRoom
}

function fitOf({ call, made, units, room: { left, free } }: Requested): PriceFit {
  if (made.items === 0) return 'refused'
  if (made.units < units) return call.isWhole ? 'partly' : 'cut'
  if (typeof free === 'number' && units > free) return 'overage'
  return left === null && free === null ? 'unlimited' : 'fits'
}

/** Whole calls that fit into what is left; null where nothing limits them, undefined where nobody says. */
export function countHeadroom(call: PricedCall, count: number, { left }: PoolRoom): number | null | undefined {
  if (left === null || left === undefined) return left
  const { to } = countUnits(call, count)
  return to === 0 ? null : Math.floor(left / to)
}

/** A typed number of calls, identifiers or items; undefined for what is none. */
export function readCount(text: string): number | undefined {
  const digits = text.replaceAll(/\s/gu, '')
  if (!/^\d{1,7}$/.test(digits)) return undefined
  const count = Number(digits)
  return count >= 1 && count <= 1_000_000 ? count : undefined
}
