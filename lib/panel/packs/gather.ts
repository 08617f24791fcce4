import type { OperationAnswer } from '@/lib/client/client'
import { addMonths, type Month, startOfDay, warsawMonth } from '@/lib/domain/calendar'
import { compareValues } from '@/lib/domain/collections/compare-values'
import { recordOf } from '@/lib/domain/collections/record-of'
import { timeZone } from '@/lib/domain/format/locales'
import { dayFigures } from '@/lib/domain/usage/pools'
import { listCapChanges, readKnownCap } from '@/lib/storage/panel/spend/cap-changes'
import { readVatPercent } from '@/lib/storage/panel/spend/period-packs'
import type { Storage } from '@/lib/storage/storage'

import { readChain } from '../audit/audit-chain'
import type { AskService } from '../context'
import type { CapMeterReading } from '../spend/cap-history'
import {
  capAt,
  packChecks,
  type PackCapChange,
  type PackContent,
  type PackDay,
  type PackEndpoint,
  type PackSnapshot,
  packTotals,
} from './content'

export type PackPeriod = { readonly start: string; readonly end: string }
export type PackedAccount = { readonly id: string; readonly slug: string; readonly name: string }

type Gathering = {
  readonly storage: Storage
  readonly ask: AskService
  readonly account: PackedAccount
  readonly now: Date
  readonly kind: PackContent['kind']
  readonly period: PackPeriod
  /** The last look within the period; undefined when nobody looked. */
  readonly snapshot: PackSnapshot | undefined
  /** A look of now, for the terms where there is no other. */
  readonly current: PackSnapshot
}

/** All changes are read: there are few, and the cap at an instant is told from the ones after it. */
const ALL_CHANGES = 10_000

/** Everything a pack says, from the service and from what the panel keeps. */
export async function gatherPack(gathering: Gathering): Promise<PackContent> {
  const { storage, ask, account, now, kind, period, snapshot, current } = gathering
  const { slug, name } = account
  const look = snapshot ?? current
  const terms = { ...look.terms, as_of: look.at }
  const meter = snapshot ? { ...snapshot.meter, at: snapshot.at } : null
  const days = await daysOf(ask, period)
  const endpoints = await endpointsOf(ask, period)
  const totals = packTotals(days)
  return {
    version: 4,
    kind,
    account: { slug, name },
    amounts: { are: 'net', vat_percent: await readVatPercent(storage.db, account.id) },
    period: { start: period.start, end: period.end, zone: timeZone },
    frozen_at: now.toISOString(),
    audit: await auditHeadOf(storage, account.id),
    terms,
    meter,
    days,
    endpoints,
    totals,
    checks: packChecks({ terms, meter, days, endpoints, totals }),
    cap: await capOf(storage, account.id, { ...period, until: kind === 'closed' ? period.end : now.toISOString() }),
  }
}

async function auditHeadOf({ db }: Storage, accountId: string): Promise<PackContent['audit']> {
  const { chain } = await readChain(db, accountId)
  return { entries: chain.entries, head: chain.head }
}

/** A service's look of now, as it is kept. */
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

/** The months that a period touches: one, unless a remote service bills otherwise. */
export function monthsOfPeriod({ start, end }: PackPeriod): Month[] {
  const last = warsawMonth(new Date(Date.parse(end) - 1))
  const months: Month[] = []
  for (let month = warsawMonth(new Date(start)); month <= last; month = addMonths(month, 1)) months.push(month)
  return months
}

async function daysOf(ask: AskService, period: PackPeriod): Promise<PackDay[]> {
  const found: PackDay[] = []
  for (const month of monthsOfPeriod(period)) {
    const { items } = await ask('usage.daily', { query: { month } })
    found.push(...items.flatMap(toDay))
  }
  const [start, end] = [Date.parse(period.start), Date.parse(period.end)]
  const isWithin = ({ date }: PackDay) => startOfDay(date).getTime() >= start && startOfDay(date).getTime() < end
  return found.filter(isWithin).sort((a, b) => compareValues(a.date, b.date))
}

/** A day without its date belongs nowhere. */
function toDay(day: OperationAnswer<'usage.daily'>['items'][number]): PackDay[] {
  if (typeof day.date !== 'string') return []
  return [{ date: day.date, ...recordOf(dayFigures, (figure) => day[figure] ?? null) }]
}

async function endpointsOf(ask: AskService, period: PackPeriod): Promise<PackEndpoint[]> {
  const found: PackEndpoint[] = []
  for (const month of monthsOfPeriod(period)) {
    const { items } = await ask('usage.breakdown', { query: { month } })
    for (const { endpoint, pool = null, calls = null, units = null } of items) {
      found.push({ month, endpoint: endpoint ?? '', pool, calls, units })
    }
  }
  return found
}

async function capOf(storage: Storage, accountId: string, { start, until }: PackPeriod & { until: string }) {
  const changes = (await listCapChanges(storage.db, accountId, ALL_CHANGES)).map(toChange)
  const watched = { changes, known: await readKnownCap(storage.db, accountId) }
  return {
    at_start_pln: capAt(start, watched),
    at_end_pln: capAt(until, watched),
    changes: changes.filter(({ at }) => at >= start && at < until).sort((a, b) => a.number - b.number),
  }
}

function toChange(row: Awaited<ReturnType<typeof listCapChanges>>[number]): PackCapChange {
  const { account_id: _account, period_start: _start, period_end: _end, ...change } = row
  return change
}
