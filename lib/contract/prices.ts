import * as z from 'zod'

import { compareValues } from '@/lib/domain/collections/compare-values'
import type { Pool } from '@/lib/domain/usage/pools'

import type { Cost, Operation } from './operation'
import { operationNames, operationOf } from './table'

/** What a page needs to calculate the price of a call, without the contract's schemas. */
export type PricedCall = {
  readonly name: string
  readonly method: Operation['method']
  readonly path: string
  readonly pool: Pool
  readonly by: Cost['by']
  readonly units: number
  /** The interface also names a lower price (section 4.11, RDF archive; decision 23, its cost). */
  readonly unitsFrom?: number
  readonly per?: number
  /** Maximum number of identifiers or items in one call. */
  readonly most?: number
  /** Refused as a whole when it does not fit; otherwise cut to what is left (decision 20, insufficient pool). */
  readonly isWhole: boolean
  readonly onlyPlan?: Operation['onlyPlan']
  /** Hours for which it is available again without a charge. */
  readonly freeAgainHours?: number
}

/** Interface section 4.11 (RDF archive) names 10 units a statement, its section of limits 5: the lower of the two. */
const ARCHIVE_UNITS_FROM = 5
const ARCHIVE = 'rdf.archive'

/** The operations with a cost, by path; the embedded service charges from the same contract. */
export const pricedCalls = (): readonly PricedCall[] =>
  operationNames
    .flatMap((name) => {
      const row = operationOf(name)
      const { pool, cost } = row
      return cost === null || pool === null ? [] : [pricedCall(name, { ...row, pool }, cost)]
    })
    .sort((a, b) => compareValues(a.path, b.path))

function pricedCall(name: string, row: Operation & { readonly pool: Pool }, cost: Cost): PricedCall {
  const maximum = maximumOf(row)
  return {
    name,
    method: row.method,
    path: row.path,
    pool: row.pool,
    by: cost.by,
    units: cost.units,
    // An archive is charged for all its statements before the first byte.
    isWhole: cost.by !== 'item' || name === ARCHIVE,
    ...(name === ARCHIVE && { unitsFrom: ARCHIVE_UNITS_FROM }),
    ...(cost.by === 'item' && cost.per !== undefined && { per: cost.per }),
    ...(maximum !== undefined && { most: maximum }),
    ...(row.onlyPlan && { onlyPlan: row.onlyPlan }),
    ...(row.freeAgainHours !== undefined && { freeAgainHours: row.freeAgainHours }),
  }
}

const bound = z.looseObject({
  properties: z.looseObject({
    limit: z.object({ maximum: z.number() }).optional(),
    identifiers: z.object({ maxItems: z.number() }).optional(),
  }),
})

/** Derived from the operation's schema: the largest `limit`, or the longest list of identifiers. */
function maximumOf({ query, body }: Operation): number | undefined {
  const schemas = [query, body].filter((schema) => schema !== undefined)
  const read = schemas.map((schema) => bound.safeParse(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })))
  return read
    .map(({ data }) => data?.properties.limit?.maximum ?? data?.properties.identifiers?.maxItems)
    .find((maximum) => maximum !== undefined)
}
