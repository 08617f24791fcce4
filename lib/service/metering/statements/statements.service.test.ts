import { CompiledQuery } from 'kysely'
import { expect, it } from 'vitest'

import { changeMonitorCount } from '@/lib/service/monitors/statements/monitor-counts'
import { describeStatements, minute } from '@/lib/testing/statements/describe-statements'
import type { Row } from '@/lib/testing/statements/rows'

import * as chargePipeline from './charge-pipeline'
import * as chargeStore from './charge-store'
import * as charges from './charges'
import * as groupCommit from './group-commit'
import * as ledger from './ledger'
import * as paidAnswers from './paid-answers'
import * as usage from './usage'
import * as usageSummary from './usage-summary'
import * as writeCharges from './write-charges'

const OF_POSTGRES = ['chargeInPipeline', 'pipelinedChargeStore'] as const

describeStatements(
  [chargePipeline, chargeStore, charges, groupCommit, ledger, paidAnswers, usage, usageSummary, writeCharges],
  (testStore, statements) => {
    const MONTH = '2026-11'
    const DAY = '2026-11-20'
    const chargeOf = (account_id: string, overrides: Partial<usage.ChargeRow> = {}): usage.ChargeRow => {
      const row = testStore.row('ledger', {
        account_id,
        via: 'api',
        operation: 'o',
        endpoint: '/e',
        pool: 'lookups',
        calls: 1,
        units: 2,
        at: minute(1),
        day: DAY,
        month: MONTH,
        ...overrides,
      })
      const { id: _, ...charge } = row
      return charge
    }
    const sumsOf = (lookups: number): usage.ChargeSums => {
      const {
        account_id: _,
        month: _month,
        reports: _reports,
        trial_requests: _trial,
        ...month
      } = statements.emptyMonth('', '')
      const { account_id: _of, day: _day, ...day } = statements.emptyDay('', '')
      return { month: { ...month, lookups }, day: { ...day, lookups } }
    }
    const counters = async (account: string) => {
      const { months, days, endpoints } = await statements.listCounters(testStore.db, account)
      return [
        months.map((row) => row.lookups),
        days.map((row) => row.lookups),
        endpoints.map((row) => `${row.endpoint} ${row.calls} ${row.units}`).toSorted(),
      ]
    }

    it('read and update counters', async () => {
      const [a, b] = [await testStore.account(), await testStore.account()]
      expect([
        await statements.readMonth(testStore.db, a, MONTH),
        await statements.readDay(testStore.db, a, DAY),
      ]).toEqual([statements.emptyMonth(a, MONTH), statements.emptyDay(a, DAY)])
      expect(await testStore.db.transaction().execute((tx) => statements.lockMonth(tx, a, MONTH))).toEqual(
        statements.emptyMonth(a, MONTH),
      )
      await statements.insertMonth(testStore.db, { ...statements.emptyMonth(a, MONTH), lookups: 9 }).execute()
      await statements.insertMonth(testStore.db, { ...statements.emptyMonth(b, MONTH), lookups: 9 }).execute()
      for (const account of [a, a, b]) await statements.countTrialRequest(testStore.db, account, MONTH)
      await statements.countTrialRequest(testStore.db, a, '2026-12')
      expect([
        await statements.selectMonth(testStore.db, a, MONTH).execute(),
        (await statements.readMonth(testStore.db, b, MONTH)).trial_requests,
        (await statements.readMonth(testStore.db, a, '2026-12')).trial_requests,
      ]).toEqual([[{ ...statements.emptyMonth(a, MONTH), trial_requests: 2 }], 1, 1])
      const days = ['2026-11-19', '2026-11-21', '2026-11-20'].map((day, index) => ({
        ...statements.emptyDay(a, day),
        lookups: index,
      }))
      const endpoint = (name: string, units: number, overrides: Partial<Row<'usage_endpoints'>> = {}) =>
        testStore.row('usage_endpoints', {
          account_id: a,
          month: MONTH,
          endpoint: name,
          pool: 'p',
          units,
          ...overrides,
        })
      await statements.insertLedger(testStore.db, [chargeOf(a)], {
        months: [],
        days,
        endpoints: [endpoint('/b', 1), endpoint('/a', 1), endpoint('/c', 5), endpoint('/d', 9, { account_id: b })],
      })
      expect(
        (await statements.listDays(testStore.db, a, { from: '2026-11-20', to: '2026-11-21' })).map(
          (row) => row.lookups,
        ),
      ).toEqual([2, 1])
      expect([
        (await statements.listEndpoints(testStore.db, a, MONTH)).map((row) => row.endpoint),
        await statements.listEndpoints(testStore.db, a, '2026-12'),
      ]).toEqual([['/c', '/a', '/b'], []])
      expect([
        await statements.selectDay(testStore.db, a, DAY).execute(),
        await statements.hasLedger(testStore.db, a),
        await statements.hasLedger(testStore.db, b),
      ]).toEqual([[days[2]], true, false])
      const sums = { x: 1, y: 2 }
      statements.addTo(sums, { x: 5, y: 0 })
      expect(sums).toEqual({ x: 6, y: 2 })
    })

    it('write several charges together', async () => {
      const [a, b] = [await testStore.account({ spend_cap_pln: 7 }), await testStore.account()]
      const entered = [
        {
          charge: chargeOf(a, {
            key_id: 'k',
            register: 'rejestr',
            overage_units: 1,
            unit_grosz: 30,
            overage_grosz: 30,
          }),
          sums: sumsOf(2),
        },
        { charge: chargeOf(a, { units: 3, at: minute(2) }), sums: sumsOf(3) },
        {
          charge: chargeOf(a, {
            endpoint: '/f',
            user_id: "o'x",
            trial: 1,
            overage_units: 1,
            unit_grosz: 30,
            overage_grosz: 20,
          }),
          sums: sumsOf(5),
        },
        { charge: chargeOf(b), sums: sumsOf(7) },
      ]
      for (const _ of [1, 2]) {
        await testStore.db.transaction().execute(async (tx) => {
          const writes =
            testStore.engine === 'sqlite' ? statements.toSqliteWrites(entered) : [statements.toPostgresWrite(entered)]
          for (const { sql, values } of writes) await tx.executeQuery(CompiledQuery.raw(sql, values))
        })
      }
      expect([
        statements.toSqliteWrites(entered).length,
        statements.toPostgresWrite(entered).sql.startsWith('with part_0'),
      ]).toEqual([4, true])
      expect([await counters(a), await counters(b)]).toEqual([
        [[20], [20], ['/e 4 10', '/f 2 4']],
        [[14], [14], ['/e 2 4']],
      ])
      const rows = await testStore.db
        .selectFrom('ledger')
        .select(['user_id', 'register', 'key_id', 'units'])
        .where('account_id', '=', a)
        .orderBy('id')
        .limit(3)
        .execute()
      expect(rows).toEqual([
        { user_id: null, register: 'rejestr', key_id: 'k', units: 2 },
        { user_id: null, register: null, key_id: null, units: 3 },
        { user_id: "o'x", register: null, key_id: null, units: 2 },
      ])
      const sums = (await statements.sumLedger(testStore.db, a))
        .map((row) => [row.endpoint, row.register, row.units, row.overage_grosz, row.mispriced, row.first_at])
        .toSorted((x, y) => Number(x[2]) - Number(y[2]) || Number(x[4]) - Number(y[4]))
      expect(sums).toEqual([
        ['/e', 'rejestr', 4, 60, 0, minute(1)],
        ['/f', null, 4, 40, 2, minute(1)],
        ['/e', null, 6, 0, 0, minute(2)],
      ])
      expect((await statements.sumLedger(testStore.db)).length).toBeGreaterThan(3)
      const unlocked = statements.unlockedMonths(testStore.db)
      expect([
        await unlocked.month(a, MONTH),
        (await unlocked.day(a, DAY)).lookups,
        (await unlocked.month(b, MONTH)).spendCapPln,
      ]).toMatchObject([{ spendCapPln: 7, counters: { lookups: 20 } }, 20, null])
      await testStore.db.transaction().execute(async (tx) => {
        const store = statements.chargeStore(tx)
        expect([(await store.month(a, '2026-12')).counters, (await store.day(a, DAY)).lookups]).toEqual([
          statements.emptyMonth(a, '2026-12'),
          20,
        ])
        const group = new statements.Charges(store)
        await group.month(b, MONTH)
        group.enter(chargeOf(b), sumsOf(1))
        expect((await group.month(b, MONTH)).counters.lookups).toBe(15)
        await group.flush()
      })
      expect(await counters(b)).toEqual([[15], [15], ['/e 3 6']])
      await expect(statements.unlockedMonths(testStore.db).month('nobody', MONTH)).rejects.toThrow('nobody')
    })

    it('write charges in groups', async () => {
      const a = await testStore.account()
      const groupKey = { accountId: a, month: MONTH }
      const charge = async (groupCharges: charges.Charges) => {
        await groupCharges.month(a, MONTH)
        groupCharges.enter(chargeOf(a), sumsOf(1))
      }
      const outcomes = await Promise.allSettled([
        statements.inTransaction(testStore.storage, async (_db, groupCharges) => charge(groupCharges)),
        statements.inGroup(testStore.storage, groupKey, async (_db, groupCharges) => charge(groupCharges)),
        statements.chargeInGroup(testStore.storage, groupKey, charge),
        statements.inTransaction(testStore.storage, async (_db, groupCharges) => {
          await groupCharges.month(a, MONTH)
          throw new Error('never')
        }),
      ])
      expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'rejected'])
      expect(await counters(a)).toEqual([[3], [3], ['/e 3 6']])
      const { pool } = testStore.storage
      if (pool === null) return
      let isCommitting = false
      await statements.chargeInPipeline(
        { db: testStore.db, pool },
        { decide: charge, committing: () => (isCommitting = true) },
      )
      const client = await pool.connect()
      const store = statements.pipelinedChargeStore(testStore.db, client)
      expect([
        isCommitting,
        (await store.month(a, MONTH)).counters.lookups,
        (await store.day(a, DAY)).lookups,
        (await store.month(a, '2027-01')).counters,
        await store.day(a, '2027-01-01'),
      ]).toEqual([true, 4, 4, statements.emptyMonth(a, '2027-01'), statements.emptyDay(a, '2027-01-01')])
      await store.write([{ charge: chargeOf(a), sums: sumsOf(1) }])
      await expect(store.month('nobody', MONTH)).rejects.toThrow('nobody')
      client.release()
      expect(await counters(a)).toEqual([[5, 0], [5], ['/e 5 10']])
    })

    it('read and write what is already paid for', async () => {
      const [a, b] = [await testStore.account(), await testStore.account()]
      const stream = (account_id: string, until: number, rows = 1) =>
        testStore.row('paid_streams', { account_id, id: 's', rows, paid_until: minute(until) })
      await statements.storePaidStream(testStore.db, stream(a, 5))
      await statements.storePaidStream(testStore.db, stream(a, 9, 4))
      await statements.storePaidStream(testStore.db, stream(b, 7))
      const lock = (account_id: string, now: number) =>
        testStore.db
          .transaction()
          .execute((tx) => statements.lockPaidStream(tx, { account_id, id: 's', now: minute(now) }))
      expect([(await lock(a, 8))?.rows, await lock(a, 9), (await lock(b, 6))?.rows]).toEqual([4, undefined, 1])
      await statements.deletePaidStreams(testStore.db, minute(7))
      expect([(await lock(a, 0))?.rows, await lock(b, 0)]).toEqual([4, undefined])
      const answer = (account_id: string, storedAt: number, text: string) => ({
        account_id,
        key: 'k',
        body_sha256: '',
        answer: text,
        kept_at: minute(storedAt),
      })
      const storeAnswer = (storedAt: number, outdated: number, text: string, account = a) =>
        statements.storeCallAnswer(testStore.db, answer(account, storedAt, text), minute(outdated))
      expect([
        await storeAnswer(1, 0, 'one'),
        await storeAnswer(2, 0, 'two'),
        await storeAnswer(5, 1, 'three'),
        await storeAnswer(3, 0, 'other', b),
      ]).toEqual([true, false, true, true])
      expect((await statements.findCallAnswer(testStore.db, { account_id: a, key: 'k' }))?.answer).toBe('three')
      await statements.deleteCallAnswers(testStore.db, minute(3))
      expect([
        (await statements.findCallAnswer(testStore.db, { account_id: a, key: 'k' }))?.answer,
        await statements.findCallAnswer(testStore.db, { account_id: b, key: 'k' }),
      ]).toEqual(['three', undefined])
      const claim = (accountId: string, now: number, until: number) =>
        statements.claimDownload(testStore.db, {
          accountId,
          documentId: 'd',
          now: minute(now),
          paidUntil: minute(until),
        })
      expect([await claim(a, 1, 5), await claim(a, 4, 9), await claim(a, 5, 8), await claim(b, 1, 3)]).toEqual([
        true,
        false,
        true,
        true,
      ])
      const paid = (accountId: string, now: number) =>
        statements.findPaidUntil(testStore.db, { accountId, documentId: 'd', now: minute(now) })
      expect([await paid(a, 7), await paid(a, 8), await paid(b, 2)]).toEqual([minute(8), undefined, minute(3)])
      await statements.deleteDownloads(testStore.db, minute(3))
      expect([await paid(a, 0), await paid(b, 0)]).toEqual([minute(8), undefined])
    })

    it('read the usage summary', async () => {
      const [a, b] = [await testStore.account(), await testStore.account()]
      const read = (accountId: string) =>
        statements.readUsageSummary(testStore.db, { accountId, month: MONTH, day: DAY, now: minute(5) })
      expect(await read(a)).toMatchObject({
        lookups: 0,
        reports: 0,
        wpv_checks: 0,
        monitors: 0,
        filters: 0,
        active_sessions: 0,
      })
      await statements.insertLedger(testStore.db, [], {
        months: [
          { ...statements.emptyMonth(a, MONTH), reports: 3, lookups: 4 },
          { ...statements.emptyMonth(a, '2026-10'), reports: 9 },
        ],
        days: [
          { ...statements.emptyDay(a, DAY), wpv_checks: 6 },
          { ...statements.emptyDay(b, DAY), wpv_checks: 1 },
        ],
        endpoints: [],
      })
      await changeMonitorCount(testStore.db, a, 2)
      await testStore.db
        .insertInto('filters')
        .values(
          [a, a, b].map((account_id, index) =>
            testStore.row('filters', { id: `${index}-${account_id}`, account_id, name: `${index}`, content: '{}' }),
          ),
        )
        .execute()
      const [member, disabledMember] = [await testStore.member(a), await testStore.member(a, { disabled: true })]
      const session = (id: string, overrides: Partial<Row<'sessions'>>) =>
        testStore.row('sessions', {
          id: `${id}-${a}`,
          user_id: member,
          account_id: a,
          expires_at: minute(6),
          ...overrides,
        })
      await testStore.db
        .insertInto('sessions')
        .values([
          session('1', {}),
          session('2', { expires_at: minute(5) }),
          session('3', { revoked_at: minute(1) }),
          session('4', { user_id: disabledMember }),
        ])
        .execute()
      expect(await read(a)).toMatchObject({
        reports: 3,
        lookups: 4,
        wpv_checks: 6,
        monitors: 2,
        filters: 2,
        active_sessions: 1,
      })
      expect(await read(b)).toMatchObject({ reports: 0, wpv_checks: 1, monitors: 0, filters: 1, active_sessions: 0 })
      await expect(read('nobody')).rejects.toThrow('nobody')
    })
  },
  { postgres: OF_POSTGRES },
)
