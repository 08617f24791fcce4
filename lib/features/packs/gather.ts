import type { OperationAnswer } from '@/lib/client/client'
import { addMonths, type Month, monthBounds, startOfDay, warsawMonth } from '@/lib/domain/calendar'
import { compareValues } from '@/lib/domain/collections/compare-values'
import { recordOf } from '@/lib/domain/collections/record-of'
import { timeZone } from '@/lib/domain/format/locales'
import { dayFigures, monthlyPools, pools } from '@/lib/domain/usage/pools'
import { readChain } from '@/lib/features/audit/audit-chain'
import type { CapMeterReading } from '@/lib/features/spend-cap/cap-history'
import { listCapChanges, readKnownCap } from '@/lib/features/spend-cap/statements/cap-changes'
import type { CallService } from '@/lib/panel/context'
import { findAccount, listAccountTerms } from '@/lib/service/accounts/statements/accounts'
import { readMonth } from '@/lib/service/metering/statements/usage'
import type { Storage } from '@/lib/storage/storage'

import {
  capAt,
  type PackCapChange,
  packChecks,
  type PackContent,
  type PackDay,
  type PackEndpoint,
  type PackSegment,
  type PackSnapshot,
  packTotals,
} from './content'
import { readVatPercent } from './statements'

export type PackPeriod = { readonly start: string; readonly end: string }
export type PackAccount = { readonly id: string; readonly slug: string; readonly name: string }

export type PackContext = {
  readonly storage: Storage
  readonly callService: CallService
  readonly account: PackAccount
  readonly now: Date
  readonly isEmbedded: boolean
}

type GatherInput = PackContext & {
  readonly kind: PackContent['kind']
  readonly period: PackPeriod
  /** The last reading within the period; undefined if there is none. */
  readonly snapshot: PackSnapshot | undefined
  /** A current reading, for the terms if there is no other. */
  readonly current: PackSnapshot
}

/** Reads all changes: there are few, and the cap at an instant is derived from later ones. */
const ALL_CHANGES = 10_000

export async function gatherPack(input: GatherInput): Promise<PackContent> {
  const { storage, callService, account, now, kind, period, snapshot, current } = input
  const { slug, name } = account
  const until = kind === 'closed' ? period.end : now.toISOString()
  const segments = await segmentsOf(storage, account.id, { start: period.start, end: until })
  const terms = termsOf(segments, { snapshot, current: kind === 'closed' ? undefined : current, period })
  const cap = await capOf(storage, account.id, { ...period, until })
  const meter = (kind === 'closed' ? await meterAtEnd(input, cap.at_end_pln) : undefined) ?? observedMeter(snapshot)
  const days = await daysOf(callService, period)
  const endpoints = await endpointsOf(callService, period)
  const totals = packTotals(days)
  return {
    version: 5,
    kind,
    account: { slug, name },
    amounts: { are: 'net', vat_percent: await readVatPercent(storage.db, account.id) },
    period: { start: period.start, end: period.end, zone: timeZone },
    frozen_at: now.toISOString(),
    audit: await auditHeadOf(storage, account.id),
    terms,
    segments,
    meter,
    days,
    endpoints,
    totals,
    checks: packChecks({ terms, meter, days, endpoints, totals }),
    cap,
  }
}

const observedMeter = (snapshot: PackSnapshot | undefined): PackContent['meter'] =>
  snapshot ? { ...snapshot.meter, at: snapshot.at, ...(snapshot.days && { days: snapshot.days }) } : null

type TermReadings = {
  readonly snapshot: PackSnapshot | undefined
  /** Undefined for a period that has ended, since current terms do not apply to it. */
  readonly current: PackSnapshot | undefined
  readonly period: PackPeriod
}

/** The terms at the end of the period, else those of the last reading within it; empty if unknown. */
function termsOf(segments: readonly PackSegment[], { snapshot, current, period }: TermReadings): PackContent['terms'] {
  const last = segments.at(-1)
  if (last && last.source !== 'unknown') {
    const { plan, included, unit_grosz, from } = last
    return { plan, included, unit_grosz, as_of: from }
  }
  const reading = snapshot ?? current
  return reading
    ? { ...reading.terms, as_of: reading.at }
    : { plan: null, included: null, unit_grosz: null, as_of: period.end }
}

/** The terms of a period in order and without gaps; empty if none are known. */
async function segmentsOf({ db }: Storage, accountId: string, { start, end }: PackPeriod): Promise<PackSegment[]> {
  const rows = (await listAccountTerms(db, accountId)).filter(({ at }) => at < end)
  if (rows.length === 0) return []
  const before = rows.findLastIndex(({ at }) => at <= start)
  const within = rows.slice(Math.max(0, before))
  const segments = within.map((row, index): PackSegment => {
    const { plan, state, included, unit_grosz, source, at } = row
    return {
      from: at > start ? at : start,
      to: within[index + 1]?.at ?? end,
      plan,
      state,
      included,
      unit_grosz,
      source,
    }
  })
  const [first] = segments
  if (before >= 0 || !first || first.from === start) return segments
  // Before the account was created there were no terms.
  const accountCreatedAt = (await findAccount(db, accountId))?.created_at
  if (accountCreatedAt !== undefined && accountCreatedAt >= first.from) return segments
  const unknown = { plan: null, state: null, included: null, unit_grosz: null, source: 'unknown' } as const
  return [{ from: start, to: first.from, ...unknown }, ...segments]
}

/**
 * The embedded service's counters at the end of a month, which its meter no longer shows. They include usage that began
 * before midnight and was charged after it.
 */
async function meterAtEnd(
  { storage, account, isEmbedded, period }: GatherInput,
  capPln: PackContent['cap']['at_end_pln'],
): Promise<PackContent['meter'] | undefined> {
  const month = warsawMonth(new Date(period.start))
  if (!isEmbedded || monthBounds(month).start !== period.start || monthBounds(month).end !== period.end)
    return undefined
  const counters = await readMonth(storage.db, account.id, month)
  return {
    used: counters.lookups,
    overage_units: counters.overage_units,
    overage_grosz: counters.overage_grosz,
    document_units: monthlyPools.reduce(
      (sum, pool) => sum + (pools[pool].meterField === 'document_units' ? counters[pools[pool].figure] : 0),
      0,
    ),
    spend_cap_pln: capPln === 'unknown' ? null : capPln,
    at: period.end,
  }
}

async function auditHeadOf({ db }: Storage, accountId: string): Promise<PackContent['audit']> {
  const { chain } = await readChain(db, accountId)
  return { entries: chain.entries, head: chain.head }
}

/** The service's current reading in the stored form. */
export function gatherSnapshot(meter: CapMeterReading, plan: string | null | undefined, now: Date): PackSnapshot {
  return {
    at: now.toISOString(),
    terms: { plan: plan ?? null, included: meter.included ?? null, unit_grosz: meter.unit_grosz ?? null },
    meter: {
      used: meter.used ?? null,
      overage_units: meter.overage_units ?? null,
      overage_grosz: meter.overage_grosz ?? null,
      document_units: meter.document_units ?? null,
      spend_cap_pln: meter.spend_cap_pln ?? null,
    },
  }
}

/** The months that a period touches: one, unless a remote service has other billing periods. */
export function monthsOfPeriod({ start, end }: PackPeriod): Month[] {
  const last = warsawMonth(new Date(Date.parse(end) - 1))
  const months: Month[] = []
  for (let month = warsawMonth(new Date(start)); month <= last; month = addMonths(month, 1)) months.push(month)
  return months
}

export async function daysOf(callService: CallService, period: PackPeriod): Promise<PackDay[]> {
  const collected: PackDay[] = []
  for (const month of monthsOfPeriod(period)) {
    const { items } = await callService('usage.daily', { query: { month } })
    collected.push(...items.flatMap(toDay))
  }
  const [start, end] = [Date.parse(period.start), Date.parse(period.end)]
  const isWithin = ({ date }: PackDay) => startOfDay(date).getTime() >= start && startOfDay(date).getTime() < end
  return collected.filter(isWithin).sort((a, b) => compareValues(a.date, b.date))
}

/** A day without a date cannot be assigned. */
function toDay(day: OperationAnswer<'usage.daily'>['items'][number]): PackDay[] {
  if (typeof day.date !== 'string') return []
  return [{ date: day.date, ...recordOf(dayFigures, (figure) => day[figure] ?? null) }]
}

async function endpointsOf(callService: CallService, period: PackPeriod): Promise<PackEndpoint[]> {
  const collected: PackEndpoint[] = []
  for (const month of monthsOfPeriod(period)) {
    const { items } = await callService('usage.breakdown', { query: { month } })
    for (const { endpoint, pool = null, calls = null, units = null } of items) {
      collected.push({ month, endpoint: endpoint ?? '', pool, calls, units })
    }
  }
  return collected
}

async function capOf(storage: Storage, accountId: string, { start, until }: PackPeriod & { until: string }) {
  const changes = (await listCapChanges(storage.db, accountId, ALL_CHANGES)).map(toChange)
  const observations = { changes, known: await readKnownCap(storage.db, accountId) }
  return {
    at_start_pln: capAt(start, observations),
    at_end_pln: capAt(until, observations),
    changes: changes.filter(({ at }) => at >= start && at < until).sort((a, b) => a.number - b.number),
  }
}

function toChange(row: Awaited<ReturnType<typeof listCapChanges>>[number]): PackCapChange {
  const { account_id: _account, period_start: _start, period_end: _end, ...change } = row
  return change
}
