import type { Db } from '../storage'

export type EndpointTotal = {
  readonly pool: string
  readonly endpoint: string
  readonly calls: number
  readonly units: number
}
export type LedgerTotals = {
  readonly endpoints: readonly EndpointTotal[]
  readonly overageUnits: number
  readonly overageGrosz: number
}

/**
 * All that the ledger holds, of every account and month. Summed from the counters, which are written in the transaction of each row: a row
 * of them stands for any number of calls, so that millions of charges cost what a few months of endpoints do.
 */
export async function readLedgerTotals(db: Db): Promise<LedgerTotals> {
  const endpoints = await db
    .selectFrom('usage_endpoints')
    .select((e) => ['pool', 'endpoint', e.fn.sum<number>('calls').as('calls'), e.fn.sum<number>('units').as('units')])
    .groupBy(['pool', 'endpoint'])
    .orderBy('pool')
    .orderBy('endpoint')
    .execute()
  const overage = await db
    .selectFrom('usage_months')
    .select((e) => [
      e.fn.sum<number | null>('overage_units').as('units'),
      e.fn.sum<number | null>('overage_grosz').as('grosz'),
    ])
    .executeTakeFirst()
  return { endpoints, overageUnits: overage?.units ?? 0, overageGrosz: overage?.grosz ?? 0 }
}
