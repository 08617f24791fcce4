import type { Answer } from '@/lib/client/client'
import type { PricedCall } from '@/lib/contract/prices'
import { countOf } from '@/lib/domain/overage'
import { type AccountFacts, standingOf } from '@/lib/domain/standing'

/** What is left of a pool before the service refuses (402). */
export interface Room {
  /** Units; null where nothing limits them, undefined where nobody says. */
  readonly left: number | null | undefined
  /** Of these, units that are in the plan price. */
  readonly free: number | null | undefined
  /** Of a unit above them; undefined where none are sold or nobody says. */
  readonly unitGrosz?: number | undefined
}

export interface Told {
  readonly meter: Answer<'usage.api'> | undefined
  readonly summary: Answer<'usage.summary'> | undefined
  /** What is known of the account beside its answers. */
  readonly facts?: AccountFacts
}

const limitOf = (limit: number | null | undefined) => (limit === null ? null : countOf(limit))

function hardRoom(limit: number | null | undefined, used: number | null | undefined): Room {
  const [most, taken] = [limitOf(limit), countOf(used)]
  if (most === null) return { left: null, free: null }
  const left = most === undefined || taken === undefined ? undefined : Math.max(0, most - taken)
  return { left, free: left }
}

function lookupRoom(meter: Told['meter'], facts: AccountFacts): Room {
  if (meter === undefined) return { left: undefined, free: undefined }
  const { terms, left, free } = standingOf(meter, facts)
  return { left, free, ...(terms === 'paid' && { unitGrosz: countOf(meter.unit_grosz) }) }
}

type ReadRoom = (told: Told) => Room
const rooms: Readonly<Record<string, ReadRoom>> = {
  lookups: ({ meter, facts = {} }) => lookupRoom(meter, facts),
  rdf: ({ summary }) => hardRoom(summary?.limits?.rdf, summary?.counts?.rdf),
  pdf: ({ summary }) => hardRoom(summary?.limits?.pdfs, summary?.counts?.pdfs),
  wpv: ({ summary }) => dailyRoom(summary),
}

const dailyRoom = (summary: Told['summary']): Room =>
  hardRoom(summary?.daily?.wpv_checks_limit ?? summary?.limits?.wpv_checks, summary?.daily?.wpv_checks)

const nobodySays: Room = { left: undefined, free: undefined }

export function roomOf(pool: string | null, told: Told): Room {
  const room = rooms[pool ?? '']?.(told) ?? nobodySays
  return told.facts?.isInactive === true ? { ...room, left: 0 } : room
}

/** Units of `count` calls, identifiers or items; two numbers where the interface names two prices. */
export function unitsOf({ by, units, unitsFrom = units, per = 1 }: PricedCall, count: number) {
  const steps = by === 'item' ? Math.ceil(count / per) : count
  return { from: steps * unitsFrom, to: steps * units }
}

/** `cut`: the service gives as much as is left; `partly`: it takes some of the calls and refuses the others whole. */
export type Fit = 'fits' | 'overage' | 'cut' | 'partly' | 'refused' | 'unlimited' | 'unknown'

export interface Price {
  /** If all of it went through. */
  readonly units: { readonly from: number; readonly to: number }
  /** Calls that so many identifiers or items take. */
  readonly calls: number
  readonly fit: Fit
  /** What the service takes, one call after the other; undefined where nobody says what is left. */
  readonly made: { readonly calls: number; readonly items: number; readonly units: number } | undefined
  /** What is paid for above the plan, in grosz; undefined where nobody says. */
  readonly grosz: number | undefined
  /** Of the pool after it; undefined where there is no such number. */
  readonly leftAfter: number | undefined
}

/** The price before the call, by the dearer of two prices. */
export function priceOf(call: PricedCall, count: number, room: Room): Price {
  const units = unitsOf(call, count)
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
  return { calls: Math.ceil(items / most), items, units: unitsOf(call, items).to }
}

/** Full calls first, then the one with the rest, which may fit where a full one did not. */
function madeWhole(call: PricedCall, count: number, left: number): Made {
  const size = call.by === 'call' ? 1 : (call.most ?? count)
  const ofFull = unitsOf(call, size).to
  const full = Math.min(Math.floor(count / size), ofFull === 0 ? Infinity : Math.floor(left / ofFull))
  const rest = count % size
  const ofRest = unitsOf(call, rest).to
  const hasRest = rest > 0 && ofRest <= left - full * ofFull
  return {
    calls: full + (hasRest ? 1 : 0),
    items: full * size + (hasRest ? rest : 0),
    units: full * ofFull + (hasRest ? ofRest : 0),
  }
}

/** What is above the plan price; undefined where its price is not known. */
function groszOf(units: number, { free, unitGrosz }: Room): number | undefined {
  const over = typeof free === 'number' ? Math.max(0, units - free) : 0
  return over === 0 ? 0 : countOf(over * (unitGrosz ?? Number.NaN))
}

interface Asked {
  readonly call: PricedCall
  readonly made: Made
  /** Of all that was asked for. */
  readonly units: number
  readonly room: Room
}

function fitOf({ call, made, units, room: { left, free } }: Asked): Fit {
  if (made.items === 0) return 'refused'
  if (made.units < units) return call.isWhole ? 'partly' : 'cut'
  if (typeof free === 'number' && units > free) return 'overage'
  return left === null && free === null ? 'unlimited' : 'fits'
}

/** Whole calls that fit into what is left; null where nothing limits them, undefined where nobody says. */
export function headroomOf(call: PricedCall, count: number, { left }: Room): number | null | undefined {
  if (left === null || left === undefined) return left
  const { to } = unitsOf(call, count)
  return to === 0 ? null : Math.floor(left / to)
}

/** A typed number of calls, identifiers or items; undefined for what is none. */
export function readCount(text: string): number | undefined {
  const digits = text.replaceAll(/\s/gu, '')
  if (!/^\d{1,7}$/.test(digits)) return undefined
  const count = Number(digits)
  return count >= 1 && count <= 1_000_000 ? count : undefined
}
