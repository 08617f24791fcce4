import { expect } from 'vitest'

import type { leaseOf } from '@/lib/storage/engine/lease'

import { minute, type StatementsStore } from './describe-statements'

type LeasedTable = Parameters<typeof leaseOf>[0]
type Update = { executeTakeFirstOrThrow(): Promise<{ readonly numUpdatedRows: bigint }> }
/** The methods that all leases have; their types differ only by the table. */
type AnyLease = Pick<ReturnType<typeof leaseOf<LeasedTable>>, 'renew'> & {
  claim(...input: Parameters<ReturnType<typeof leaseOf<LeasedTable>>['claim']>): unknown
  settle(...input: Parameters<ReturnType<typeof leaseOf<LeasedTable>>['settle']>): Promise<boolean>
  own(...input: Parameters<ReturnType<typeof leaseOf<LeasedTable>>['own']>): unknown
}
type LeasedRow = {
  readonly table: LeasedTable
  readonly key?: 'id' | 'account_id'
  readonly id: string
}

/** Calls every statement of a lease on a row that is free. */
export async function expectLease({ db }: StatementsStore, lease: AnyLease, { table, key = 'id', id }: LeasedRow) {
  // Safe: these are updates of one table, and their types differ only by the table.
  const countUpdated = async (update: unknown) =>
    Number((await (update as Update).executeTakeFirstOrThrow()).numUpdatedRows)
  const claim = (by: string, now: number, until: number) =>
    countUpdated(lease.claim(db, { id, by, now: minute(now), until: minute(until) }))
  const read = () =>
    db
      .selectFrom(table as 'archived_reports')
      .select(['claimed_by', 'claimed_until'])
      .where(key as 'id', '=', id)
      .executeTakeFirst()
  expect(await claim('one', 10, 20)).toBe(1)
  expect(await claim('two', 19, 30)).toBe(0)
  expect(await lease.renew(db, { id, by: 'two', until: minute(40) })).toBe(false)
  expect(await lease.renew(db, { id, by: 'one', until: minute(25) })).toBe(true)
  expect(await read()).toEqual({ claimed_by: 'one', claimed_until: minute(25) })
  expect(await claim('two', 24, 30)).toBe(0)
  expect(await claim('two', 25, 30)).toBe(1)
  const extend = (by: string) =>
    // Safe: every leased table has this column.
    countUpdated((lease.own(db, { id, by }) as { set(to: object): unknown }).set({ claimed_until: minute(35) }))
  expect([await extend('one'), await extend('two')]).toEqual([0, 1])
  expect(await lease.settle(db, { id, by: 'one' })).toBe(false)
  expect(await read()).toEqual({ claimed_by: 'two', claimed_until: minute(35) })
  expect(await lease.settle(db, { id, by: 'two' })).toBe(true)
  expect(await read()).toEqual({ claimed_by: null, claimed_until: null })
}
