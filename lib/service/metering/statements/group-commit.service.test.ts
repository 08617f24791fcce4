import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'

import { toChargeSums } from '@/lib/service/metering/metering'
import { verifyUsage } from '@/lib/service/metering/verify-usage'
import type { Db } from '@/lib/storage/storage'
import { gate } from '@/lib/testing/gate'
import { chargesOf } from '@/lib/testing/ledger'
import { engines, startTestService, type TestService } from '@/lib/testing/service'
import { createDatabase } from '@/lib/testing/stores'

import type { Charges } from './charges'
import { chargeInGroup, inGroup, inTransaction } from './group-commit'
import type { ChargeRow } from './usage'

const NOBODY = { accountId: 'account', month: '2026-11' }

const chargeOf = (account_id: string, units: number, change: Partial<ChargeRow> = {}): ChargeRow => ({
  account_id,
  key_id: null,
  user_id: null,
  via: 'api',
  operation: 'record.get',
  endpoint: '/v1/record',
  pool: 'lookups',
  register: 'rejestr',
  calls: 1,
  units,
  overage_units: 0,
  overage_grosz: 0,
  unit_grosz: 0,
  trial: 0,
  at: '2026-11-20T12:00:00.000Z',
  day: '2026-11-20',
  month: '2026-11',
  request_id: 'test-request',
  ...change,
})

describe.each(engines)('transactions that share a commit on %s', (engine) => {
  let service: TestService
  beforeAll(async () => {
    service = await startTestService({ engine })
    await sql`create table parents (id integer primary key)`.execute(service.storage.db)
    // A constraint that the commit checks, so that a commit can be made to fail.
    await sql`
      create table children (id integer, parent integer references parents (id) deferrable initially deferred)
    `.execute(service.storage.db)
  })
  beforeEach(async () => {
    await sql`delete from children`.execute(service.storage.db)
  })
  afterAll(() => service.stop())

  const insert = (db: Db, id: number, parent: number | null = null) =>
    sql`insert into children (id, parent) values (${id}, ${parent})`.execute(db)
  const ids = async (db: Db = service.storage.db) =>
    (await sql<{ id: number }>`select id from children order by id`.execute(db)).rows.map(({ id }) => id)
  const write = (id: number) => inTransaction(service.storage, async (db) => (await insert(db, id), id))
  const statusesOf = async (all: readonly Promise<unknown>[]) =>
    (await Promise.allSettled(all)).map(({ status }) => status)
  const range = (count: number) => Array.from({ length: count }, (_, n) => n)

  it('return their own results, also when there are more than fit in one commit', async () => {
    expect(await Promise.all(range(150).map(write))).toEqual(range(150))
    expect(await ids()).toEqual(range(150))
  })

  it.runIf(engine === 'sqlite')('run as one transaction when they arrive together', async () => {
    const transactionSpy = vi.spyOn(service.storage.db, 'transaction')
    await Promise.all(range(60).map(write))
    expect(transactionSpy).toHaveBeenCalledTimes(1)
    transactionSpy.mockRestore()
  })

  it('roll back only the one that fails, and give it the error', async () => {
    const calls = range(9).map((id) =>
      inTransaction(service.storage, async (db) => {
        await insert(db, id)
        if (id % 3 === 1) throw new Error(`call ${id}`)
      }),
    )
    const outcomes = await Promise.allSettled(calls)
    const messages = outcomes.map((outcome) => (outcome.status === 'rejected' ? String(outcome.reason) : ''))
    expect(messages).toEqual(range(9).map((id) => (id % 3 === 1 ? `Error: call ${id}` : '')))
    expect(await ids()).toEqual([0, 2, 3, 5, 6, 8])
  })

  it('roll back only the one whose statement fails', async () => {
    const calls = range(6).map((id) =>
      inGroup(service.storage, NOBODY, async (db) => {
        await sql`select 1 from ${sql.table(id === 2 ? 'nowhere' : 'parents')}`.execute(db)
        return id
      }),
    )
    expect(await statusesOf(calls)).toEqual(range(6).map((id) => (id === 2 ? 'rejected' : 'fulfilled')))
  })

  it('all fail when the commit fails, and the next ones succeed', async () => {
    const orphan = inGroup(service.storage, NOBODY, async (db) => insert(db, 1, 404))
    const others = range(5).map((id) => inGroup(service.storage, NOBODY, async (db) => insert(db, 10 + id)))
    expect(await statusesOf([orphan, ...others])).toEqual(range(6).map(() => 'rejected'))
    expect(await ids()).toEqual([])
    await write(7)
    expect(await ids()).toEqual([7])
  })

  it('charge what fits, also together with calls that read, and nothing for one that fails', async () => {
    const { accountId } = await service.createAccount()
    const month = '2026-11'
    const charge = async (charges: Charges, units: number) => {
      const { counters } = await charges.month(accountId, month)
      const used = counters.lookups
      if (used + units > 10) throw new Error(`${used} are used`)
      const row = chargeOf(accountId, units)
      charges.enter(row, toChargeSums(row))
      return used
    }
    const calls = [4, 4, 4, 2].map((units) =>
      chargeInGroup(service.storage, { accountId, month }, (charges) => charge(charges, units)),
    )
    const readingCall = inGroup(service.storage, { accountId, month }, (_db, charges) => charge(charges, 1))
    expect(await Promise.allSettled([...calls, readingCall])).toEqual([
      { status: 'fulfilled', value: 0 },
      { status: 'fulfilled', value: 4 },
      { status: 'rejected', reason: new Error('8 are used') },
      { status: 'fulfilled', value: 8 },
      { status: 'rejected', reason: new Error('10 are used') },
    ])
    const lastCall = chargeInGroup(service.storage, { accountId, month }, (charges) => charge(charges, 1))
    await expect(lastCall).rejects.toThrow('10 are used')
    expect(await chargesOf(service, accountId)).toEqual([4, 4, 2])
  })

  it('charge nothing for a call that fails after its charge was entered, and count the others', async () => {
    const { accountId } = await service.createAccount()
    const month = '2026-11'
    const used: number[] = []
    const charge = (units: number) => async (charges: Charges) => {
      used.push((await charges.month(accountId, month)).counters.lookups)
      const row = chargeOf(accountId, units)
      charges.enter(row, toChargeSums(row))
      if (units === 5) throw new Error('after the charge')
    }
    for (const join of [
      (units: number) => chargeInGroup(service.storage, { accountId, month }, charge(units)),
      (units: number) => inGroup(service.storage, { accountId, month }, (_db, charges) => charge(units)(charges)),
      (units: number) => inTransaction(service.storage, (_db, charges) => charge(units)(charges)),
    ])
      expect(await statusesOf([1, 5, 2].map(join))).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect((await chargesOf(service, accountId)).toSorted((a, b) => a - b)).toEqual([1, 1, 1, 2, 2, 2])
    expect(used.slice(0, 6)).toEqual([0, 1, 1, 3, 4, 4])
    expect(await verifyUsage(service.service.dependencies, accountId)).toEqual([])
  })

  it.runIf(engine === 'sqlite')('see what was written before them in the same commit', async () => {
    let visibleIds: number[] = []
    const first = write(1)
    const second = inTransaction(service.storage, async (db) => {
      await insert(db, 2)
      visibleIds = await ids(db)
    })
    await Promise.all([first, second])
    expect(visibleIds).toEqual([1, 2])
  })

  it('see their own writes, which others do not see before the commit', async () => {
    const firstWrite = gate()
    const read = gate()
    const ownReads: number[][] = []
    const writing = inTransaction(service.storage, async (db) => {
      await insert(db, 2)
      ownReads.push(await ids(db))
      firstWrite.open()
      await read.opened
      ownReads.push(await ids(db))
    })
    await firstWrite.opened
    const others = await service.storage.readSnapshot((db) => ids(db))
    read.open()
    await writing
    expect(ownReads).toEqual([[2], [2]])
    expect(others).toEqual([])
    expect(await service.storage.readSnapshot((db) => ids(db))).toEqual([2])
  })

  describe('when a charge cannot be written', () => {
    const POISON = { request_id: 'poison' }
    const month = '2026-11'
    beforeAll(() => addPoisonTrigger(service))
    const charge = (accountId: string, change: Partial<ChargeRow> = {}) =>
      chargeInGroup(service.storage, { accountId, month }, async (charges) => {
        await charges.month(accountId, month)
        const row = chargeOf(accountId, 1, change)
        charges.enter(row, toChargeSums(row))
      })

    it('only its own call fails, and the others are charged', async () => {
      const { accountId } = await service.createAccount()
      const calls = [
        charge(accountId),
        charge(accountId, POISON),
        charge(accountId),
        write(1),
        charge(accountId),
        write(2),
      ]
      const expected = ['fulfilled', 'rejected', 'fulfilled', 'fulfilled', 'fulfilled', 'fulfilled']
      expect(await statusesOf(calls)).toEqual(expected)
      expect(await chargesOf(service, accountId)).toEqual([1, 1, 1])
      expect(await ids()).toEqual([1, 2])
      expect(await verifyUsage(service.service.dependencies, accountId)).toEqual([])
    })

    // SQLite does this if the disk is full or fails.
    it.runIf(engine === 'sqlite')(
      'nothing of it is stored, although SQLite rolls back the whole transaction',
      async () => {
        const { accountId } = await service.createAccount()
        await sql`
        create trigger thrown before insert on children when new.id = 13
        begin select raise(rollback, 'rolled back'); end
      `.execute(service.storage.db)
        const calls = [charge(accountId), write(1), write(13), charge(accountId), write(2), charge(accountId)]
        const expected = ['fulfilled', 'fulfilled', 'rejected', 'fulfilled', 'fulfilled', 'fulfilled']
        expect(await statusesOf(calls)).toEqual(expected)
        expect(await chargesOf(service, accountId)).toEqual([1, 1, 1])
        expect(await ids()).toEqual([1, 2])
        expect(await verifyUsage(service.service.dependencies, accountId)).toEqual([])
        const [refused] = await Promise.allSettled([write(13)])
        expect(String(refused.status === 'rejected' && refused.reason)).toContain('rolled back')
        expect(await write(3)).toBe(3)
      },
    )
  })

  it('do not block other transactions', async () => {
    const state = { calling: true }
    const busy = range(4).map(async () => {
      while (state.calling) await inTransaction(service.storage, async (db) => ids(db))
    })
    await Promise.all(range(3).map((n) => service.storage.db.transaction().execute((db) => insert(db, n))))
    state.calling = false
    await Promise.all(busy)
    expect(await ids()).toEqual([0, 1, 2])
  })
})

/** Makes the store reject a certain ledger row. */
async function addPoisonTrigger({ storage: { db, engine } }: TestService) {
  if (engine === 'sqlite') {
    await sql`
      create trigger poison before insert on ledger when new.request_id = 'poison'
      begin select raise(abort, 'poisoned'); end
    `.execute(db)
    return
  }
  await sql`
    create function poison() returns trigger language plpgsql as $$
    begin
      if new.request_id = 'poison' then raise exception 'poisoned'; end if;
      return new;
    end $$
  `.execute(db)
  await sql`create trigger poison before insert on ledger for each row execute function poison()`.execute(db)
}

describe.runIf(engines.includes('postgres'))('two processes on one PostgreSQL', () => {
  it('charge the old and the new month in any order without a deadlock', async () => {
    const database = await createDatabase()
    const [a, b] = await Promise.all(
      ['a', 'b'].map(() => startTestService({ engine: 'postgres', databaseUrl: database.url })),
    )
    if (!a || !b) throw new Error('two were started')
    try {
      const { accountId } = await a.createAccount()
      const charge = (service: TestService, month: string) =>
        chargeInGroup(service.storage, { accountId, month }, async (charges) => {
          await charges.month(accountId, month)
          const row = chargeOf(accountId, 1, { month, day: `${month}-15`, at: `${month}-15T12:00:00.000Z` })
          charges.enter(row, toChargeSums(row))
        })
      for (let round = 0; round < 20; round++) {
        const calls = [charge(a, '2026-10'), charge(a, '2026-11'), charge(b, '2026-11'), charge(b, '2026-10')]
        expect(await Promise.allSettled(calls)).toEqual(calls.map(() => ({ status: 'fulfilled', value: undefined })))
      }
      expect(await chargesOf(a, accountId)).toHaveLength(80)
    } finally {
      await a.stop()
      await b.stop()
      await database.drop()
    }
  })
})
