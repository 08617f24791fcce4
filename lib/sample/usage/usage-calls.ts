import { startOfDay } from '@/lib/domain/calendar'
import type { MonthlyPool } from '@/lib/domain/usage/pools'
import type { LedgerTable } from '@/lib/service/metering/tables'

import { type Rng, rng } from '../rng'
import type { UsageProfile } from './usage-profiles'
import type { DayShare } from './usage-rhythm'

/** Several calls of one endpoint at about the same time, before the pool is applied. */
export type SampleCalls = Pick<
  LedgerTable,
  'via' | 'operation' | 'endpoint' | 'pool' | 'register' | 'calls' | 'units' | 'day'
> & { readonly at: Date }

type Endpoint = Pick<LedgerTable, 'operation' | 'endpoint' | 'register'> & {
  readonly pool: MonthlyPool
  /** Fraction of its pool's units. */
  readonly part: number
  /** Units of an average call; a charge is a multiple of `step`. */
  readonly perCall: number
  readonly step?: number
  readonly onlyApi?: true
}

const lookup = (
  operation: string,
  endpoint: string,
  more: Omit<Endpoint, 'operation' | 'endpoint' | 'pool'>,
): Endpoint => ({
  operation,
  endpoint,
  pool: 'lookups',
  ...more,
})

/** Paths and prices of interface section 4.13; the path of the tender list is ours, because the interface has none. */
const ENDPOINTS: readonly Endpoint[] = [
  lookup('record.get', '/v1/record', { register: 'rejestr', part: 0.44, perCall: 1 }),
  lookup('records.get', '/v1/records', { register: 'rejestr', part: 0.2, perCall: 18 }),
  lookup('risk.get', '/v1/risk', { register: 'risk', part: 0.13, perCall: 1 }),
  lookup('graph.get', '/v1/graph', { register: 'rejestr', part: 0.06, perCall: 1 }),
  lookup('bzp.list', '/v1/bzp/notices', { register: 'bzp', part: 0.07, perCall: 25 }),
  lookup('knf.warnings', '/v1/knf/warnings', { register: 'announcement', part: 0.05, perCall: 40 }),
  lookup('krs.changes', '/v1/krs/changes/stream', { register: 'rejestr', part: 0.05, perCall: 10, onlyApi: true }),
  { operation: 'rdf.documents', endpoint: '/v1/rdf/documents', pool: 'rdf', register: null, part: 0.35, perCall: 1 },
  {
    operation: 'rdf.document',
    endpoint: '/v1/rdf/documents/{id}',
    pool: 'rdf',
    register: null,
    part: 0.5,
    perCall: 5,
    step: 5,
  },
  { operation: 'rdf.financials', endpoint: '/v1/rdf/financials', pool: 'rdf', register: null, part: 0.15, perCall: 1 },
  { operation: 'krs.pdf', endpoint: '/v1/krs/pdf/{krs}', pool: 'pdf', register: null, part: 0.8, perCall: 1 },
  { operation: 'crbr.pdf', endpoint: '/v1/crbr/pdf/{krs}', pool: 'pdf', register: null, part: 0.2, perCall: 1 },
]
const WHITE_LIST = { operation: 'wpv.records', endpoint: '/v1/wpv/records', pool: 'wpv', register: null } as const
const WHITE_LIST_BATCH = 50

/** Minutes after midnight: office hours and batch hours. */
const OFFICE = [7 * 60, 18 * 60] as const
const NIGHT = [4, 60] as const

/** All calls of a sample account on one day, in order of time. */
export function callsOfDay(slug: string, profile: UsageProfile, { day, share }: DayShare): SampleCalls[] {
  const random = rng(`usage-day|${slug}|${day}`)
  const at = ([from, to]: readonly [number, number]) =>
    new Date(startOfDay(day).getTime() + random.int(from * 60, to * 60) * 1000)
  const charged = ENDPOINTS.filter(({ onlyApi }) => !onlyApi || profile.apiShare > 0).flatMap((endpoint) => {
    const expectedUnits = (profile[endpoint.pool] ?? 0) * share * endpoint.part
    return splitUnits(random, expectedUnits, endpoint.step ?? 1).map((units): SampleCalls => {
      const via = endpoint.onlyApi || random.chance(profile.apiShare) ? 'api' : 'panel'
      const { operation, pool, register, perCall } = endpoint
      const calls = Math.ceil(units / perCall)
      return { via, operation, endpoint: endpoint.endpoint, pool, register, calls, units, day, at: at(OFFICE) }
    })
  })
  return [...charged, ...whiteListOf(profile, random, { day, at })].sort((a, b) => a.at.getTime() - b.at.getTime())
}

/** Two or three calls that use about `expectedUnits` units together; a fraction of a unit is rounded at random. */
function splitUnits(random: Rng, expectedUnits: number, step: number): number[] {
  const parts = expectedUnits > 60 * step ? 3 : 2
  return Array.from(
    { length: parts },
    () => step * Math.floor((expectedUnits / parts / step) * (0.9 + random.next() * 0.2) + random.next()),
  ).filter((units) => units > 0)
}

type Moment = { readonly day: string; readonly at: (range: readonly [number, number]) => Date }

function whiteListOf(profile: UsageProfile, random: Rng, { day, at }: Moment): SampleCalls[] {
  const units = Math.round(profile.whiteListPerDay * (0.97 + random.next() * 0.06))
  const calls = Math.ceil(units / WHITE_LIST_BATCH)
  const automatic = profile.apiShare > 0
  return [{ ...WHITE_LIST, via: automatic ? 'api' : 'panel', calls, units, day, at: at(automatic ? NIGHT : OFFICE) }]
}
