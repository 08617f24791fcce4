import type { Answer } from '@/lib/client/client'
import type { PricedCall } from '@/lib/contract/prices'
import { countOf, unitsLeft } from '@/lib/domain/overage'

/** What is left of a pool before the service answers 402. */
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
}

const limitOf = (limit: number | null | undefined) => (limit === null ? null : countOf(limit))

function hardRoom(limit: number | null | undefined, used: number | null | undefined): Room {
  const [most, taken] = [limitOf(limit), countOf(used)]
  if (most === null) return { left: null, free: null }
  const left = most === undefined || taken === undefined ? undefined : Math.max(0, most - taken)
  return { left, free: left }
}

function lookupRoom(meter: Told['meter']): Room {
  if (meter === undefined) return { left: undefined, free: undefined }
  if (meter.included === null) return { left: null, free: null }
  const [included, used] = [countOf(meter.included), countOf(meter.used)]
  const free = included === undefined || used === undefined ? undefined : Math.max(0, included - used)
  const left = meter.allowance === null ? null : (unitsLeft(meter) ?? undefined)
  return { left, free, unitGrosz: meter.trial === true ? undefined : countOf(meter.unit_grosz) }
}

type ReadRoom = (told: Told) => Room
const rooms: Readonly<Record<string, ReadRoom>> = {
  lookups: ({ meter }) => lookupRoom(meter),
  rdf: ({ summary }) => hardRoom(summary?.limits?.rdf, summary?.counts?.rdf),
  pdf: ({ summary }) => hardRoom(summary?.limits?.pdfs, summary?.counts?.pdfs),
  wpv: ({ summary }) => dailyRoom(summary),
}

const dailyRoom = (summary: Told['summary']): Room =>
  hardRoom(summary?.daily?.wpv_checks_limit ?? summary?.limits?.wpv_checks, summary?.daily?.wpv_checks)

const nobodySays: Room = { left: undefined, free: undefined }
export const roomOf = (pool: string | null, told: Told): Room => rooms[pool ?? '']?.(told) ?? nobodySays

/** Units of `count` calls, identifiers or items; two numbers where the interface names two prices. */
export function unitsOf({ by, units, unitsFrom = units, per = 1 }: PricedCall, count: number) {
  const steps = by === 'item' ? Math.ceil(count / per) : count
  return { from: steps * unitsFrom, to: steps * units }
}

export type Fit = 'fits' | 'overage' | 'cut' | 'refused' | 'unlimited' | 'unknown'

export interface Price {
  readonly units: { readonly from: number; readonly to: number }
  /** Calls that so many identifiers or items take. */
  readonly calls: number
  readonly fit: Fit
  /** What is paid for above the plan, in grosz; undefined where nobody says. */
  readonly grosz: number | undefined
  /** Of the pool after it; undefined where there is no such number. */
  readonly leftAfter: number | undefined
}

/** The price before the call, by the dearer of two prices. */
export function priceOf(call: PricedCall, count: number, room: Room): Price {
  const units = unitsOf(call, count)
  const calls = call.by === 'call' ? count : Math.ceil(count / (call.most ?? count))
  const fit = fitOf(call, units.to, room)
  const isMade = fit !== 'refused' && fit !== 'unknown'
  return {
    units,
    calls,
    fit,
    grosz: isMade ? groszOf(units.to, room) : undefined,
    leftAfter: isMade && typeof room.left === 'number' ? Math.max(0, room.left - units.to) : undefined,
  }
}

/** What is above the plan price; undefined where its price is not known. */
function groszOf(units: number, { free, unitGrosz }: Room): number | undefined {
  const over = typeof free === 'number' ? Math.max(0, units - free) : 0
  return over === 0 ? 0 : countOf(over * (unitGrosz ?? Number.NaN))
}

function fitOf(call: PricedCall, units: number, { left, free }: Room): Fit {
  if (left === undefined) return 'unknown'
  if (left !== null && units > left) return shortFit(call, left)
  if (typeof free === 'number' && units > free) return 'overage'
  return left === null && free === null ? 'unlimited' : 'fits'
}

/** What charges by item gives as many as are paid for; nothing left is a refusal for it as well. */
const shortFit = ({ isWhole }: PricedCall, left: number): Fit => (isWhole || left === 0 ? 'refused' : 'cut')

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
