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
  (at, on) => {
    it('of facts', async () => {
      expect(await on.findMeta(at.db, 'k')).toBeUndefined()
      expect([
        await on.claimMeta(at.db, 'k', '1'),
        await on.claimMeta(at.db, 'k', '2'),
        await on.findMeta(at.db, 'k'),
      ]).toEqual([true, false, '1'])
      await on.putMeta(at.db, 'k', '3')
      expect(
        await at.db.transaction().execute(async (tx) => [await on.lockMeta(tx, 'k'), await on.lockMeta(tx, 'l')]),
      ).toEqual(['3', undefined])
      await on.deleteMeta(at.db, 'k')
      expect(await on.findMeta(at.db, 'k')).toBeUndefined()
    })

    it('of accounts that a transaction holds', async () => {
      const [a, b] = [await at.account(), await at.account()]
      const asAccountTx = await on.inAccounts(at.storage, [b, a, b], async (tx) => on.lockedAccountsOf(tx))
      expect(asAccountTx).toEqual(new Set([a, b]))
      expect(
        await on.inAccount({ storage: at.storage, account: { id: a } }, async (tx) =>
          on.lockedAccountsOf(await on.lockAccount(tx, b)),
        ),
      ).toEqual(new Set([a, b]))
      expect(
        await on.inAccounts(
          at.storage,
          async () => [a],
          async (tx) => on.lockedAccountsOf(tx),
        ),
      ).toEqual(new Set([a]))
      await expect(on.inAccounts(at.storage, ['none'], async () => 1)).rejects.toThrow()
      const failed = on.inAccounts(at.storage, [a], async (tx) => {
        await on.putMeta(tx, 'rolled-back', '1')
        throw new Error('never')
      })
      await expect(failed).rejects.toThrow('never')
      expect(await on.findMeta(at.db, 'rolled-back')).toBeUndefined()
    })

    it('of the one row of an account', async () => {
      const [a, b] = [await at.account(), await at.account()]
      const settings = on.accountRow('retention_settings')
      await settings.put(at.tx, { account_id: a, months: 1 })
      await settings.put(at.tx, { account_id: a, months: 2 })
      expect([await settings.find(at.db, a), await settings.find(at.db, b)]).toEqual([
        { account_id: a, months: 2 },
        undefined,
      ])
      expect(
        await at.within([a, b], async (tx) => [
          await settings.lock(tx, { account_id: a, months: 9 }),
          await settings.lock(tx, { account_id: b, months: 9 }),
        ]),
      ).toEqual([
        { account_id: a, months: 2 },
        { account_id: b, months: 9 },
      ])
      await settings.update(at.tx, b, { months: 3 })
      expect([(await settings.find(at.db, a))?.months, (await settings.find(at.db, b))?.months]).toEqual([2, 3])
    })

    it('of writing many rows and one', async () => {
      const many = Array.from({ length: 1203 }, (_, index) => ({
        name: `n${index}`,
        holder: 'h',
        until: minute(index),
      }))
      await on.insertAll(at.db, 'job_locks', many)
      await on.insertAll(at.db, 'job_locks', [{ name: 'n1', holder: 'x', until: '' }], ['name'])
      await expect(on.insertAll(at.db, 'job_locks', [{ name: 'n1', holder: 'x', until: '' }])).rejects.toThrow()
      expect([
        await on.insertNew(at.db, 'job_locks', { name: 'n1', holder: 'x', until: '' }, ['name']),
        await on.insertNew(at.db, 'job_locks', { name: 'm', holder: 'x', until: '' }, ['name']),
      ]).toEqual([false, true])
      await on.putRow(at.db, 'job_locks', { name: 'n1', holder: 'y', until: '' }, ['name'])
      const rows = () => at.db.selectFrom('job_locks')
      expect([
        await on.countRows(rows().where('holder', '=', 'h')),
        await on.countRows(rows()),
        await on.returnsRow(rows().select('name').where('holder', '=', 'y')),
        await on.returnsRow(rows().select('name').where('holder', '=', 'z')),
      ]).toEqual([1202, 1204, true, false])
      const update = (name: string) => at.db.updateTable('job_locks').set({ until: '' }).where('name', '=', name)
      expect([
        await on.wroteRow(update('n1')),
        await on.wroteRow(update('none')),
        await on.countWritten(at.db.deleteFrom('job_locks').where('name', 'in', ['n2', 'n3'])),
      ]).toEqual([true, false, 2])
      expect(await on.deleteInChunks(at.db, 'job_locks', sql`holder = 'h'`)).toBe(1200)
      await on.insertAll(at.db, 'job_locks', [
        ...many.slice(2),
        ...many.slice(2).map((row) => ({ ...row, name: `o${row.name}` })),
      ])
      expect([await on.deleteInChunks(at.db, 'job_locks'), await on.countRows(rows())]).toEqual([2404, 0])
      const [first, second] = [
        await on.allocateNumbers(at.db, 'subjects', 5),
        await on.allocateNumbers(at.db, 'subjects', 1),
      ]
      expect([second - first, (await on.allocateNumbers(at.db, 'subjects', 0)) - second]).toEqual([5, 1])
    })

    it('of claims of jobs', async () => {
      const claim = (holder: string, now: number, until: number) =>
        on.claimJob(at.db, { name: 'job', holder, now: minute(now), until: minute(until) })
      expect([
        await claim('a', 1, 5),
        await claim('b', 4, 9),
        await claim('a', 4, 6),
        await claim('b', 6, 9),
        await on.jobHolder(at.db, 'job'),
      ]).toEqual([true, false, true, true, 'b'])
      await on.extendJobClaim(at.db, { name: 'job', holder: 'a', until: minute(99) })
      await on.extendJobClaim(at.db, { name: 'job', holder: 'b', until: minute(20) })
      await on.claimJob(at.db, { name: 'a-job', holder: 'a', now: minute(1), until: minute(2) })
      expect(await on.listJobClaims(at.db)).toEqual([
        { name: 'a-job', holder: 'a', until: minute(2) },
        { name: 'job', holder: 'b', until: minute(20) },
      ])
      await on.releaseJobs(at.db, 'b')
      expect([(await on.listJobClaims(at.db)).length, await on.jobHolder(at.db, 'job')]).toEqual([1, undefined])
    })

    it('of texts that are looked for', async () => {
      const put = (id: string, search_text: string) => at.row('register_entries', { id, register: 'knf', search_text })
      await on.insertAll(at.db, 'register_entries', [
        put('a', 'zolty 50% rower'),
        put('b', 'rower_gorski'),
        put('c', String.raw`a\b`),
        put('d', 'rowerxgorski zolty'),
      ])
      const found = async (text: string, words = false) => {
        const rows = at.db
          .selectFrom('register_entries')
          .select('id')
          .where((e) =>
            words ? on.containsWords(e.ref('search_text'), text) : on.contains(e.ref('search_text'), text),
          )
        return (await rows.orderBy('id').execute()).map(({ id }) => id).join('')
      }
      expect([
        await found('0%'),
        await found('r_g'),
        await found('\\'),
        await found('ROWER'.toLowerCase()),
        await found('rower zolty', true),
        await found('rower zolty'),
      ]).toEqual(['a', 'b', 'c', 'abd', 'ad', ''])
      const [a, b] = [await at.account(), await at.account()]
      await on.insertAll(
        at.db,
        'imports',
        [a, b].map((account_id) =>
          at.row('imports', { id: `i-${account_id}`, account_id, kind: 'import', state: 'done' }),
        ),
      )
      expect(await on.ofAccount(at.db, 'imports', a).select('id').execute()).toEqual([{ id: `i-${a}` }])
    })

    it('of statements that are compiled once, and of rows by a key', async () => {
      await on.insertAll(
        at.db,
        'meta',
        ['x', 'y'].map((key) => ({ key, value: key.toUpperCase() })),
      )
      const list = on.statement((db, { from }: { from: string }) =>
        db.selectFrom('meta').select('value').where('key', '>=', from).where('key', '<=', 'z').orderBy('key'),
      )
      const one = on.statementOfOne((db, { key }: { key: string }) =>
        db.selectFrom('meta').select('value').where('key', '=', key),
      )
      const find = on.rowByKey<Row<'meta'>>(
        (db, key) => db.selectFrom('meta').selectAll().where('key', '=', key),
        ({ key }) => key,
      )
      const ask = async (db: typeof at.db) => [
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
      expect(await ask(at.db)).toEqual(expected)
      expect(await at.db.transaction().execute(ask)).toEqual(expected)
      await on.putMeta(at.db, 'y', 'Z')
      expect([await one(at.db, { key: 'y' }), await find(at.db, 'y')]).toEqual([
        { value: 'Z' },
        { key: 'y', value: 'Z' },
      ])
    })

    it('of leases', async () => {
      const account_id = await at.account()
      const row = at.row('white_list_runs', { id: randomUUID(), account_id, state: 'running' })
      await on.insertAll(at.db, 'white_list_runs', [row])
      const lease = on.leaseOf('white_list_runs')
      await expectLease(at, lease, { table: 'white_list_runs', id: row.id })
      await lease.claim(at.db, { id: row.id, by: 'a', now: minute(1), until: minute(5) }).execute()
      const free = async (now: number) =>
        (
          await at.db
            .selectFrom('white_list_runs')
            .select('id')
            .where(on.isFree(minute(now)))
            .where('id', '=', row.id)
            .execute()
        ).length
      expect([await free(4), await free(5)]).toEqual([0, 1])
      expect(await lease.settle(at.db, { id: row.id, by: 'a' }, { state: 'done' })).toBe(true)
      expect(
        (await at.db.selectFrom('white_list_runs').select('state').where('id', '=', row.id).executeTakeFirst())?.state,
      ).toBe('done')
      let renewed = 0
      const lost = await on.whileRenewing(
        () => Promise.resolve((renewed += 1) < 2),
        1,
        async (signal) => {
          while (!signal.aborted) await setTimeout(1)
          return signal.aborted
        },
      )
      expect([lost, renewed]).toEqual([true, 2])
    })

    it('of what is due', async () => {
      const a = await at.account({ sealed_api_key: 'k' })
      const inactive = await at.account({ state: 'inactive' })
      const put = (id: string, account_id: string, next: number | null) =>
        at.row('white_list_schedules', {
          id: `${id}-${a}`,
          name: id,
          account_id,
          next_at: next === null ? null : minute(next),
        })
      await on.insertAll(at.db, 'white_list_schedules', [
        put('b', a, 2),
        put('a', a, 2),
        put('c', a, 1),
        put('d', a, 3),
        put('e', a, null),
        put('f', inactive, 1),
      ])
      const rows = await on.listDue(at.db, 'white_list_schedules', minute(2))
      expect(rows.map(({ id }) => id[0])).toEqual(['c', 'a', 'b'])
      expect([rows[0], await on.listDue(at.db, 'report_schedules', minute(9))]).toEqual([
        { id: `c-${a}`, account_id: a, slug: `account-${a}`, sealed_api_key: 'k' },
        [],
      ])
    })

    it('of what somebody owns and who sees it', async () => {
      await expectOwnedRows(at, on.ownedRows('saved_views', { ownership: 'owner' }), {
        table: 'saved_views',
        ownership: 'owner',
      })
      const a = await at.account()
      const put = async (name: string, owner: string) =>
        on.insertAll(at.db, 'channels', [
          at.row('channels', { id: `${name}-${a}`, account_id: a, owner, name, kind: 'slack', state: 'on' }),
        ])
      await put('team', '')
      await put('reader', await at.member(a))
      await put('blind', await at.member(a, { role: 'finance' }))
      await put('disabled', await at.member(a, { disabled: true }))
      await put('gone', await at.user())
      const seen = await at.db
        .selectFrom('channels')
        .select('name')
        .where('account_id', '=', a)
        .where(on.isVisibleToOwner('channels'))
        .orderBy('name')
        .execute()
      expect(seen.map(({ name }) => name)).toEqual(['reader', 'team'])
    })

    it('of limits', async () => {
      const limiter = on.createRateLimiter(at.storage, { name: 'test', points: 2, duration: 60 })
      const other = on.createRateLimiter(at.storage, { name: 'other', points: 2, duration: 60, rememberRefused: true })
      expect([(await limiter.consume('k')).remainingPoints, (await limiter.consume('k')).remainingPoints]).toEqual([
        1, 0,
      ])
      await expect(limiter.consume('k')).rejects.toMatchObject({ remainingPoints: 0 })
      expect([(await other.consume('k')).remainingPoints, (await limiter.consume('l')).remainingPoints]).toEqual([1, 1])
      await limiter.delete('k')
      expect((await limiter.consume('k')).remainingPoints).toBe(1)
      const { pool } = at.storage
      if (pool !== null) on.clearPeriodically(pool)()
    })
  },
  { postgres: ['clearPeriodically'] },
)
