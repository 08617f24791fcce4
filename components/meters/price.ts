import type { OperationAnswer } from '@/lib/client/client'
import type { PricedCall } from '@/lib/contract/prices'
import { wholeCount } from '@/lib/domain/usage/overage'
import { poolValuesOf } from '@/lib/domain/usage/pool-reading'
import { isPool, type Pool, pools } from '@/lib/domain/usage/pools'
import { type AccountFacts, readStanding, type Stop } from '@/lib/domain/usage/standing'

/** What is left of a pool before the service refuses (402). */
export interface PoolHeadroom {
  /** Units; null if unlimited, undefined if unknown. */
  readonly unitsLeft: number | null | undefined
  /** The part of these units that the plan includes. */
  readonly free: number | null | undefined
  /** Grosz per unit above the plan; undefined if none are sold or the price is unknown. */
  readonly unitGrosz?: number | undefined
  /** Why the service currently refuses; null or undefined if it does not. */
  readonly stop?: Stop | null | undefined
}

export interface PriceInput {
  readonly meter: OperationAnswer<'usage.api'> | undefined
  readonly summary: OperationAnswer<'usage.summary'> | undefined
  /** Facts about the account from other sources than the answers. */
  readonly facts?: AccountFacts
}

const limitOf = (limit: number | null | undefined) => (limit === null ? null : wholeCount(limit))

function hardRoom(limit: number | null | undefined, used: number | null | undefined): PoolHeadroom {
  const [maxUnits, usedUnits] = [limitOf(limit), wholeCount(used)]
  if (maxUnits === null) return { unitsLeft: null, free: null }
  const remaining = maxUnits === undefined || usedUnits === undefined ? undefined : Math.max(0, maxUnits - usedUnits)
  return { unitsLeft: remaining, free: remaining, ...(remaining === 0 && { stop: 'pool' }) }
}

function lookupRoom(meter: PriceInput['meter'], facts: AccountFacts): PoolHeadroom {
  if (meter === undefined) return { unitsLeft: undefined, free: undefined }
  const { terms, stop, left, free } = readStanding(meter, facts)
  return { unitsLeft: left, free, stop, ...(terms === 'paid' && { unitGrosz: wholeCount(meter.unit_grosz) }) }
}

function readRoom(pool: Pool, { meter, summary, facts = {} }: PriceInput): PoolHeadroom {
  if (pools[pool].sellsOverage) return lookupRoom(meter, facts)
  const { limit, used } = poolValuesOf(summary ?? {}, pool)
  return hardRoom(limit, used)
}

const unknownRoom: PoolHeadroom = { unitsLeft: undefined, free: undefined }

export function readPoolHeadroom(pool: string | null, reported: PriceInput): PoolHeadroom {
  const room = pool !== null && isPool(pool) ? readRoom(pool, reported) : unknownRoom
  return reported.facts?.isInactive === true ? { ...room, unitsLeft: 0, stop: 'inactive' } : room
}

/** Units of `count` calls, identifiers or items; two numbers if the interface names two prices. */
export function countUnits({ by, units, unitsFrom = units, per = 1 }: PricedCall, count: number) {
  const steps = by === 'item' ? Math.ceil(count / per) : count
  return { from: steps * unitsFrom, to: steps * units }
}

/** The total cost of several answers; null if the service did not report each of them. */
export const sumUnits = (answers: readonly { readonly units: number | null }[]): number | null =>
  answers.reduce<number | null>((sum, { units }) => (sum === null || units === null ? null : sum + units), 0)

/** `cut`: the service returns as much as is left; `partly`: it accepts some of the calls and refuses the others. */
export type PriceFit = 'fits' | 'overage' | 'cut' | 'partly' | 'refused' | 'unlimited' | 'unknown'

export interface Price {
  /** The cost if all calls succeed. */
  readonly units: { readonly from: number; readonly to: number }
  /** The number of calls that these identifiers or items take. */
  readonly calls: number
  readonly fit: PriceFit
  /** What the service accepts, call by call; undefined if it is unknown how much is left. */
  readonly accepted: { readonly calls: number; readonly items: number; readonly units: number } | undefined
  /** Grosz paid above the plan; undefined if unknown. */
  readonly grosz: number | undefined
  /** Units left in the pool afterwards; undefined if unknown. */
  readonly leftAfter: number | undefined
}

/** The price before the call, based on the higher of two prices. */
export function priceCalls(call: PricedCall, count: number, room: PoolHeadroom): Price {
  const units = countUnits(call, count)
  const calls = call.by === 'call' ? count : Math.ceil(count / (call.most ?? count))
  const { unitsLeft } = room
  if (unitsLeft === undefined)
    return { units, calls, fit: 'unknown', accepted: undefined, grosz: undefined, leftAfter: undefined }
  const accepted = unitsLeft === null ? { calls, items: count, units: units.to } : acceptedOf(call, count, unitsLeft)
  return {
    units,
    calls,
    fit: fitOf({ call, accepted, units: units.to, room }),
    accepted,
    grosz: groszOf(accepted.units, room),
    leftAfter: unitsLeft === null ? undefined : unitsLeft - accepted.units,
  }
}

type AcceptedCalls = NonNullable<Price['accepted']>

/**
 * What the service accepts, by the operation's rule (decision 20, calls above the remaining units): cut to what is
 * left, or each call completely or not at all.
 */
const acceptedOf = (call: PricedCall, count: number, remaining: number): AcceptedCalls =>
  call.isWhole ? acceptWhole(call, count, remaining) : acceptCut(call, count, remaining)

/** A call that starts with nothing left is refused; the last call before that returns less than requested. */
function acceptCut(call: PricedCall, count: number, remaining: number): AcceptedCalls {
  const { units, per = 1, most = count } = call
  const items = Math.min(count, Math.floor(remaining / units) * per)
  return { calls: Math.ceil(items / most), items, units: countUnits(call, items).to }
}

/** Full calls first, then the remainder, which may fit although a full call did not. */
function acceptWhole(call: PricedCall, count: number, remaining: number): AcceptedCalls {
  const size = call.by === 'call' ? 1 : (call.most ?? count)
  const fullCallUnits = countUnits(call, size).to
  const full = Math.min(
    Math.floor(count / size),
    fullCallUnits === 0 ? Infinity : Math.floor(remaining / fullCallUnits),
  )
  const rest = count % size
  const restUnits = countUnits(call, rest).to
  const hasRest = rest > 0 && restUnits <= remaining - full * fullCallUnits
  return {
    calls: full + (hasRest ? 1 : 0),
    items: full * size + (hasRest ? rest : 0),
    units: full * fullCallUnits + (hasRest ? restUnits : 0),
  }
}

/** The cost above the plan in grosz; undefined if the price is unknown. */
function groszOf(units: number, { free, unitGrosz }: PoolHeadroom): number | undefined {
  const overage = typeof free === 'number' ? Math.max(0, units - free) : 0
  return overage === 0 ? 0 : wholeCount(overage * (unitGrosz ?? Number.NaN))
}

interface RequestedUnits {
  readonly call: PricedCall
  readonly accepted: AcceptedCalls
  /** Units of the whole request. */
  readonly units: number
  readonly room: PoolHeadroom
}

function fitOf({ call, accepted, units, room: { unitsLeft, free } }: RequestedUnits): PriceFit {
  if (accepted.items === 0) return 'refused'
  if (accepted.units < units) return call.isWhole ? 'partly' : 'cut'
  if (typeof free === 'number' && units > free) return 'overage'
  return unitsLeft === null && free === null ? 'unlimited' : 'fits'
}

/** How many whole calls fit into what is left; null if unlimited, undefined if unknown. */
export function countHeadroom(call: PricedCall, count: number, { unitsLeft }: PoolHeadroom): number | null | undefined {
  if (unitsLeft === null || unitsLeft === undefined) return unitsLeft
  const { to } = countUnits(call, count)
  return to === 0 ? null : Math.floor(unitsLeft / to)
}

/** A typed number of calls, identifiers or items; undefined if invalid. */
export function readCount(text: string): number | undefined {
  const digits = text.replaceAll(/\s/gu, '')
  if (!/^\d{1,7}$/.test(digits)) return undefined
  const count = Number(digits)
  return count >= 1 && count <= 1_000_000 ? count : undefined
}
