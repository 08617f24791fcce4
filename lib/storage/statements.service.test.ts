import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'

import { sql } from 'kysely'
import { expect, it } from 'vitest'

import { describeStatements, minute } from '@/lib/testing/statements/describe-statements'
import { expectLease } from '@/lib/testing/statements/leases'
import { expectOwnedRows } from '@/lib/testing/statements/owned-rows'
import type { Row } from '@/lib/testing/statements/rows'

import * as due from './due'
import * as accountLock from './engine/account-lock'
import * as accountRow from './engine/account-row'
import * as deleteChunks from './engine/delete-chunks'
import * as insertAll from './engine/insert-all'
import * as insertNew from './engine/insert-new'
import * as jobLocks from './engine/job-locks'
import * as leases from './engine/lease'
import * as like from './engine/like'
import * as ofAccount from './engine/of-account'
import * as outcome from './engine/outcome'
import * as rowByKey from './engine/row-by-key'
import * as sequences from './engine/sequences'
import * as statements from './engine/statement'
import * as meta from './meta'
import * as owned from './owned'
import * as rateLimiters from './rate-limiters'

describeStatements(
  [
    due,
    accountLock,
    accountRow,
    deleteChunks,
    insertAll,
    insertNew,
    jobLocks,
    leases,
    like,
    ofAccount,
    outcome,
    rowByKey,
    sequences,
    statements,
    meta,
    owned,
    rateLimiters,
  ],
  (store, allStatements) => {
    it('read and write meta values', async () => {
      expect(await allStatements.findMeta(store.db, 'k')).toBeUndefined()
      expect([
        await allStatements.claimMeta(store.db, 'k', '1'),
        await allStatements.claimMeta(store.db, 'k', '2'),
        await allStatements.findMeta(store.db, 'k'),
      ]).toEqual([true, false, '1'])
      await allStatements.putMeta(store.db, 'k', '3')
      expect(
        await store.db
          .transaction()
          .execute(async (tx) => [await allStatements.lockMeta(tx, 'k'), await allStatements.lockMeta(tx, 'l')]),
      ).toEqual(['3', undefined])
      await allStatements.deleteMeta(store.db, 'k')
      expect(await allStatements.findMeta(store.db, 'k')).toBeUndefined()
    })

    it('list the accounts locked by a transaction', async () => {
      const [a, b] = [await store.account(), await store.account()]
      const lockedIds = await allStatements.inAccounts(store.storage, [b, a, b], async (tx) =>
        allStatements.lockedAccountsOf(tx),
      )
      expect(lockedIds).toEqual(new Set([a, b]))
      expect(
        await allStatements.inAccount({ storage: store.storage, account: { id: a } }, async (tx) =>
          allStatements.lockedAccountsOf(await allStatements.lockAccount(tx, b)),
        ),
      ).toEqual(new Set([a, b]))
      expect(
        await allStatements.inAccounts(
          store.storage,
          async () => [a],
          async (tx) => allStatements.lockedAccountsOf(tx),
        ),
      ).toEqual(new Set([a]))
      await expect(allStatements.inAccounts(store.storage, ['none'], async () => 1)).rejects.toThrow()
      const failed = allStatements.inAccounts(store.storage, [a], async (tx) => {
        await allStatements.putMeta(tx, 'rolled-back', '1')
        throw new Error('never')
      })
      await expect(failed).rejects.toThrow('never')
      expect(await allStatements.findMeta(store.db, 'rolled-back')).toBeUndefined()
    })

    it('read and write the single row of an account', async () => {
      const [a, b] = [await store.account(), await store.account()]
      const settings = allStatements.accountRow('retention_settings')
      await settings.put(store.tx, { account_id: a, months: 1 })
      await settings.put(store.tx, { account_id: a, months: 2 })
      expect([await settings.find(store.db, a), await settings.find(store.db, b)]).toEqual([
        { account_id: a, months: 2 },
        undefined,
      ])
      expect(
        await store.within([a, b], async (tx) => [
          await settings.lock(tx, { account_id: a, months: 9 }),
          await settings.lock(tx, { account_id: b, months: 9 }),
        ]),
      ).toEqual([
        { account_id: a, months: 2 },
        { account_id: b, months: 9 },
      ])
      await settings.update(store.tx, b, { months: 3 })
      expect([(await settings.find(store.db, a))?.months, (await settings.find(store.db, b))?.months]).toEqual([2, 3])
    })

    it('write one row and many rows', async () => {
      const many = Array.from({ length: 1203 }, (_, index) => ({
        name: `n${index}`,
        holder: 'h',
        until: minute(index),
      }))
      await allStatements.insertAll(store.db, 'job_locks', many)
      await allStatements.insertAll(store.db, 'job_locks', [{ name: 'n1', holder: 'x', until: '' }], ['name'])
      await expect(
        allStatements.insertAll(store.db, 'job_locks', [{ name: 'n1', holder: 'x', until: '' }]),
      ).rejects.toThrow()
      expect([
        await allStatements.insertNew(store.db, 'job_locks', { name: 'n1', holder: 'x', until: '' }, ['name']),
        await allStatements.insertNew(store.db, 'job_locks', { name: 'm', holder: 'x', until: '' }, ['name']),
      ]).toEqual([false, true])
      await allStatements.putRow(store.db, 'job_locks', { name: 'n1', holder: 'y', until: '' }, ['name'])
      const rows = () => store.db.selectFrom('job_locks')
      expect([
        await allStatements.countRows(rows().where('holder', '=', 'h')),
        await allStatements.countRows(rows()),
        await allStatements.returnsRow(rows().select('name').where('holder', '=', 'y')),
        await allStatements.returnsRow(rows().select('name').where('holder', '=', 'z')),
      ]).toEqual([1202, 1204, true, false])
      const update = (name: string) => store.db.updateTable('job_locks').set({ until: '' }).where('name', '=', name)
      expect([
        await allStatements.wroteRow(update('n1')),
        await allStatements.wroteRow(update('none')),
        await allStatements.countWritten(store.db.deleteFrom('job_locks').where('name', 'in', ['n2', 'n3'])),
      ]).toEqual([true, false, 2])
      expect(await allStatements.deleteInChunks(store.db, 'job_locks', sql`holder = 'h'`)).toBe(1200)
      await allStatements.insertAll(store.db, 'job_locks', [
        ...many.slice(2),
        ...many.slice(2).map((row) => ({ ...row, name: `o${row.name}` })),
      ])
      expect([
        await allStatements.deleteInChunks(store.db, 'job_locks'),
        await allStatements.countRows(rows()),
      ]).toEqual([2404, 0])
      const [first, second] = [
        await allStatements.allocateNumbers(store.db, 'subjects', 5),
        await allStatements.allocateNumbers(store.db, 'subjects', 1),
      ]
      expect([second - first, (await allStatements.allocateNumbers(store.db, 'subjects', 0)) - second]).toEqual([5, 1])
    })

    it('claim and release jobs', async () => {
      const claim = (holder: string, now: number, until: number) =>
        allStatements.claimJob(store.db, { name: 'job', holder, now: minute(now), until: minute(until) })
      expect([
        await claim('a', 1, 5),
        await claim('b', 4, 9),
        await claim('a', 4, 6),
        await claim('b', 6, 9),
        await allStatements.jobHolder(store.db, 'job'),
      ]).toEqual([true, false, true, true, 'b'])
      await allStatements.extendJobClaim(store.db, { name: 'job', holder: 'a', until: minute(99) })
      await allStatements.extendJobClaim(store.db, { name: 'job', holder: 'b', until: minute(20) })
      await allStatements.claimJob(store.db, { name: 'a-job', holder: 'a', now: minute(1), until: minute(2) })
      expect(await allStatements.listJobClaims(store.db)).toEqual([
        { name: 'a-job', holder: 'a', until: minute(2) },
        { name: 'job', holder: 'b', until: minute(20) },
      ])
      await allStatements.releaseJobs(store.db, 'b')
      expect([
        (await allStatements.listJobClaims(store.db)).length,
        await allStatements.jobHolder(store.db, 'job'),
      ]).toEqual([1, undefined])
    })

    it('search texts', async () => {
      const entryRow = (id: string, search_text: string) =>
        store.row('register_entries', { id, register: 'knf', search_text })
      await allStatements.insertAll(store.db, 'register_entries', [
        entryRow('a', 'zolty 50% rower'),
        entryRow('b', 'rower_gorski'),
        entryRow('c', String.raw`a\b`),
        entryRow('d', 'rowerxgorski zolty'),
      ])
      const findIds = async (text: string, words = false) => {
        const rows = store.db
          .selectFrom('register_entries')
          .select('id')
          .where((e) =>
            words
              ? allStatements.containsWords(e.ref('search_text'), text)
              : allStatements.contains(e.ref('search_text'), text),
          )
        return (await rows.orderBy('id').execute()).map(({ id }) => id).join('')
      }
      expect([
        await findIds('0%'),
        await findIds('r_g'),
        await findIds('\\'),
        await findIds('ROWER'.toLowerCase()),
        await findIds('rower zolty', true),
        await findIds('rower zolty'),
      ]).toEqual(['a', 'b', 'c', 'abd', 'ad', ''])
      const [a, b] = [await store.account(), await store.account()]
      await allStatements.insertAll(
        store.db,
        'imports',
        [a, b].map((account_id) =>
          store.row('imports', { id: `i-${account_id}`, account_id, kind: 'import', state: 'done' }),
        ),
      )
      expect(await allStatements.ofAccount(store.db, 'imports', a).select('id').execute()).toEqual([{ id: `i-${a}` }])
    })

    it('are compiled once, and find rows by key', async () => {
      await allStatements.insertAll(
        store.db,
        'meta',
        ['x', 'y'].map((key) => ({ key, value: key.toUpperCase() })),
      )
      const list = allStatements.statement((db, { from }: { from: string }) =>
        db.selectFrom('meta').select('value').where('key', '>=', from).where('key', '<=', 'z').orderBy('key'),
      )
      const one = allStatements.statementOfOne((db, { key }: { key: string }) =>
        db.selectFrom('meta').select('value').where('key', '=', key),
      )
      const find = allStatements.rowByKey<Row<'meta'>>(
        (db, key) => db.selectFrom('meta').selectAll().where('key', '=', key),
        ({ key }) => key,
      )
      const runQueries = async (db: typeof store.db) => [
        await list(db, { from: 'x' }),
        await list(db, { from: 'y' }),
        await one(db, { key: 'y' }),
        await one(db, { key: 'q' }),
        ...(await Promise.all(['y', 'x', 'y', 'q'].map((key) => find(db, key)))),
      ]
      const expected = [
        [{ value: 'X' }, { value: 'Y' }],
        [{ value: 'Y' }],
        { value: 'Y' },
        undefined,
        { key: 'y', value: 'Y' },
        { key: 'x', value: 'X' },
        { key: 'y', value: 'Y' },
        undefined,
      ]
      expect(await runQueries(store.db)).toEqual(expected)
      expect(await store.db.transaction().execute(runQueries)).toEqual(expected)
      await allStatements.putMeta(store.db, 'y', 'Z')
      expect([await one(store.db, { key: 'y' }), await find(store.db, 'y')]).toEqual([
        { value: 'Z' },
        { key: 'y', value: 'Z' },
      ])
    })

    it('claim, renew and settle leases', async () => {
      const account_id = await store.account()
      const row = store.row('white_list_runs', { id: randomUUID(), account_id, state: 'running' })
      await allStatements.insertAll(store.db, 'white_list_runs', [row])
      const lease = allStatements.leaseOf('white_list_runs')
      await expectLease(store, lease, { table: 'white_list_runs', id: row.id })
      await lease.claim(store.db, { id: row.id, by: 'a', now: minute(1), until: minute(5) }).execute()
      const free = async (now: number) =>
        (
          await store.db
            .selectFrom('white_list_runs')
            .select('id')
            .where(allStatements.isFree(minute(now)))
            .where('id', '=', row.id)
            .execute()
        ).length
      expect([await free(4), await free(5)]).toEqual([0, 1])
      expect(await lease.settle(store.db, { id: row.id, by: 'a' }, { state: 'done' })).toBe(true)
      expect(
        (await store.db.selectFrom('white_list_runs').select('state').where('id', '=', row.id).executeTakeFirst())
          ?.state,
      ).toBe('done')
      let renewals = 0
      const lost = await allStatements.whileRenewing(
        () => Promise.resolve((renewals += 1) < 2),
        1,
        async (signal) => {
          while (!signal.aborted) await setTimeout(1)
          return signal.aborted
        },
      )
      expect([lost, renewals]).toEqual([true, 2])
    })

    it('list due rows', async () => {
      const a = await store.account({ sealed_api_key: 'k' })
      const inactive = await store.account({ state: 'inactive' })
      const scheduleRow = (id: string, account_id: string, next: number | null) =>
        store.row('white_list_schedules', {
          id: `${id}-${a}`,
          name: id,
          account_id,
          next_at: next === null ? null : minute(next),
        })
      await allStatements.insertAll(store.db, 'white_list_schedules', [
        scheduleRow('b', a, 2),
        scheduleRow('a', a, 2),
        scheduleRow('c', a, 1),
        scheduleRow('d', a, 3),
        scheduleRow('e', a, null),
        scheduleRow('f', inactive, 1),
      ])
      const rows = await allStatements.listDue(store.db, 'white_list_schedules', minute(2))
      expect(rows.map(({ id }) => id[0])).toEqual(['c', 'a', 'b'])
      expect([rows[0], await allStatements.listDue(store.db, 'report_schedules', minute(9))]).toEqual([
        { id: `c-${a}`, account_id: a, slug: `account-${a}`, sealed_api_key: 'k' },
        [],
      ])
    })

    it('read and change owned rows by visibility', async () => {
      await expectOwnedRows(store, allStatements.ownedRows('saved_views', { ownership: 'owner' }), {
        table: 'saved_views',
        ownership: 'owner',
      })
      const a = await store.account()
      const insertChannel = async (name: string, owner: string) =>
        allStatements.insertAll(store.db, 'channels', [
          store.row('channels', { id: `${name}-${a}`, account_id: a, owner, name, kind: 'slack', state: 'on' }),
        ])
      await insertChannel('team', '')
      await insertChannel('reader', await store.member(a))
      await insertChannel('blind', await store.member(a, { role: 'finance' }))
      await insertChannel('disabled', await store.member(a, { disabled: true }))
      await insertChannel('gone', await store.user())
      const visibleChannels = await store.db
        .selectFrom('channels')
        .select('name')
        .where('account_id', '=', a)
        .where(allStatements.isVisibleToOwner('channels'))
        .orderBy('name')
        .execute()
      expect(visibleChannels.map(({ name }) => name)).toEqual(['reader', 'team'])
    })

    it('limit calls per key and limiter', async () => {
      const limiter = allStatements.createRateLimiter(store.storage, { name: 'test', points: 2, duration: 60 })
      const other = allStatements.createRateLimiter(store.storage, {
        name: 'other',
        points: 2,
        duration: 60,
        rememberRefused: true,
      })
      expect([(await limiter.consume('k')).remainingPoints, (await limiter.consume('k')).remainingPoints]).toEqual([
        1, 0,
      ])
      await expect(limiter.consume('k')).rejects.toMatchObject({ remainingPoints: 0 })
      expect([(await other.consume('k')).remainingPoints, (await limiter.consume('l')).remainingPoints]).toEqual([1, 1])
      await limiter.delete('k')
      expect((await limiter.consume('k')).remainingPoints).toBe(1)
      const { pool } = store.storage
      if (pool !== null) allStatements.clearPeriodically(pool)()
    })
  },
  { postgres: ['clearPeriodically'] },
)
