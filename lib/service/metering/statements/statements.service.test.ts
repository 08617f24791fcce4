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
  (at, on) => {
    const MONTH = '2026-11'
    const DAY = '2026-11-20'
    const chargeOf = (account_id: string, given: Partial<usage.ChargeRow> = {}): usage.ChargeRow => {
      const row = at.row('ledger', {
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
        ...given,
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
      } = on.emptyMonth('', '')
      const { account_id: _of, day: _day, ...day } = on.emptyDay('', '')
      return { month: { ...month, lookups }, day: { ...day, lookups } }
    }
    const counters = async (account: string) => {
      const { months, days, endpoints } = await on.listCounters(at.db, account)
      return [
        months.map((row) => row.lookups),
        days.map((row) => row.lookups),
        endpoints.map((row) => `${row.endpoint} ${row.calls} ${row.units}`).toSorted(),
      ]
    }

    it('of counters', async () => {
      const [a, b] = [await at.account(), await at.account()]
      expect([await on.readMonth(at.db, a, MONTH), await on.readDay(at.db, a, DAY)]).toEqual([
        on.emptyMonth(a, MONTH),
        on.emptyDay(a, DAY),
      ])
      expect(await at.db.transaction().execute((tx) => on.lockMonth(tx, a, MONTH))).toEqual(on.emptyMonth(a, MONTH))
      await on.insertMonth(at.db, { ...on.emptyMonth(a, MONTH), lookups: 9 }).execute()
      await on.insertMonth(at.db, { ...on.emptyMonth(b, MONTH), lookups: 9 }).execute()
      for (const account of [a, a, b]) await on.countTrialRequest(at.db, account, MONTH)
      await on.countTrialRequest(at.db, a, '2026-12')
      expect([
        await on.selectMonth(at.db, a, MONTH).execute(),
        (await on.readMonth(at.db, b, MONTH)).trial_requests,
        (await on.readMonth(at.db, a, '2026-12')).trial_requests,
      ]).toEqual([[{ ...on.emptyMonth(a, MONTH), trial_requests: 2 }], 1, 1])
      const days = ['2026-11-19', '2026-11-21', '2026-11-20'].map((day, index) => ({
        ...on.emptyDay(a, day),
        lookups: index,
      }))
      const endpoint = (name: string, units: number, given: Partial<Row<'usage_endpoints'>> = {}) =>
        at.row('usage_endpoints', { account_id: a, month: MONTH, endpoint: name, pool: 'p', units, ...given })
      await on.insertLedger(at.db, [chargeOf(a)], {
        months: [],
        days,
        endpoints: [endpoint('/b', 1), endpoint('/a', 1), endpoint('/c', 5), endpoint('/d', 9, { account_id: b })],
      })
      expect((await on.listDays(at.db, a, { from: '2026-11-20', to: '2026-11-21' })).map((row) => row.lookups)).toEqual(
        [2, 1],
      )
      expect([
        (await on.listEndpoints(at.db, a, MONTH)).map((row) => row.endpoint),
        await on.listEndpoints(at.db, a, '2026-12'),
      ]).toEqual([['/c', '/a', '/b'], []])
      expect([
        await on.selectDay(at.db, a, DAY).execute(),
        await on.hasLedger(at.db, a),
        await on.hasLedger(at.db, b),
      ]).toEqual([[days[2]], true, false])
      const sums = { x: 1, y: 2 }
      on.addTo(sums, { x: 5, y: 0 })
      expect(sums).toEqual({ x: 6, y: 2 })
    })

    it('of charges that are written together', async () => {
      const [a, b] = [await at.account({ spend_cap_pln: 7 }), await at.account()]
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
        await at.db.transaction().execute(async (tx) => {
          const writes = at.engine === 'sqlite' ? on.toSqliteWrites(entered) : [on.toPostgresWrite(entered)]
          for (const { sql, values } of writes) await tx.executeQuery(CompiledQuery.raw(sql, values))
        })
      }
      expect([on.toSqliteWrites(entered).length, on.toPostgresWrite(entered).sql.startsWith('with part_0')]).toEqual([
        4,
        true,
      ])
      expect([await counters(a), await counters(b)]).toEqual([
        [[20], [20], ['/e 4 10', '/f 2 4']],
        [[14], [14], ['/e 2 4']],
      ])
      const rows = await at.db
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
      const sums = (await on.sumLedger(at.db, a))
        .map((row) => [row.endpoint, row.register, row.units, row.overage_grosz, row.mispriced, row.first_at])
        .toSorted((x, y) => Number(x[2]) - Number(y[2]) || Number(x[4]) - Number(y[4]))
      expect(sums).toEqual([
        ['/e', 'rejestr', 4, 60, 0, minute(1)],
        ['/f', null, 4, 40, 2, minute(1)],
        ['/e', null, 6, 0, 0, minute(2)],
      ])
      expect((await on.sumLedger(at.db)).length).toBeGreaterThan(3)
      const unlocked = on.unlockedMonths(at.db)
      expect([
        await unlocked.month(a, MONTH),
        (await unlocked.day(a, DAY)).lookups,
        (await unlocked.month(b, MONTH)).spendCapPln,
      ]).toMatchObject([{ spendCapPln: 7, counters: { lookups: 20 } }, 20, null])
      await at.db.transaction().execute(async (tx) => {
        const store = on.chargeStore(tx)
        expect([(await store.month(a, '2026-12')).counters, (await store.day(a, DAY)).lookups]).toEqual([
          on.emptyMonth(a, '2026-12'),
          20,
        ])
        const group = new on.Charges(store)
        await group.month(b, MONTH)
        group.enter(chargeOf(b), sumsOf(1))
        expect((await group.month(b, MONTH)).counters.lookups).toBe(15)
        await group.flush()
      })
      expect(await counters(b)).toEqual([[15], [15], ['/e 3 6']])
      await expect(on.unlockedMonths(at.db).month('nobody', MONTH)).rejects.toThrow('nobody')
    })

    it('of charges in groups', async () => {
      const a = await at.account()
      const charged = { accountId: a, month: MONTH }
      const charge = async (of: charges.Charges) => {
        await of.month(a, MONTH)
        of.enter(chargeOf(a), sumsOf(1))
      }
      const outcomes = await Promise.allSettled([
        on.inTransaction(at.storage, async (_db, of) => charge(of)),
        on.inGroup(at.storage, charged, async (_db, of) => charge(of)),
        on.chargeInGroup(at.storage, charged, charge),
        on.inTransaction(at.storage, async (_db, of) => {
          await of.month(a, MONTH)
          throw new Error('never')
        }),
      ])
      expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'rejected'])
      expect(await counters(a)).toEqual([[3], [3], ['/e 3 6']])
      const { pool } = at.storage
      if (pool === null) return
      let isCommitting = false
      await on.chargeInPipeline({ db: at.db, pool }, { decide: charge, committing: () => (isCommitting = true) })
      const client = await pool.connect()
      const store = on.pipelinedChargeStore(at.db, client)
      expect([
        isCommitting,
        (await store.month(a, MONTH)).counters.lookups,
        (await store.day(a, DAY)).lookups,
        (await store.month(a, '2027-01')).counters,
        await store.day(a, '2027-01-01'),
      ]).toEqual([true, 4, 4, on.emptyMonth(a, '2027-01'), on.emptyDay(a, '2027-01-01')])
      await store.write([{ charge: chargeOf(a), sums: sumsOf(1) }])
      await expect(store.month('nobody', MONTH)).rejects.toThrow('nobody')
      client.release()
      expect(await counters(a)).toEqual([[5, 0], [5], ['/e 5 10']])
    })

    it('of what is paid already', async () => {
      const [a, b] = [await at.account(), await at.account()]
      const stream = (account_id: string, until: number, rows = 1) =>
        at.row('paid_streams', { account_id, id: 's', rows, paid_until: minute(until) })
      await on.storePaidStream(at.db, stream(a, 5))
      await on.storePaidStream(at.db, stream(a, 9, 4))
      await on.storePaidStream(at.db, stream(b, 7))
      const lock = (account_id: string, now: number) =>
        at.db.transaction().execute((tx) => on.lockPaidStream(tx, { account_id, id: 's', now: minute(now) }))
      expect([(await lock(a, 8))?.rows, await lock(a, 9), (await lock(b, 6))?.rows]).toEqual([4, undefined, 1])
      await on.deletePaidStreams(at.db, minute(7))
      expect([(await lock(a, 0))?.rows, await lock(b, 0)]).toEqual([4, undefined])
      const answer = (account_id: string, kept: number, text: string) => ({
        account_id,
        key: 'k',
        body_sha256: '',
        answer: text,
        kept_at: minute(kept),
      })
      const keep = (kept: number, outdated: number, text: string, account = a) =>
        on.storeCallAnswer(at.db, answer(account, kept, text), minute(outdated))
      expect([
        await keep(1, 0, 'one'),
        await keep(2, 0, 'two'),
        await keep(5, 1, 'three'),
        await keep(3, 0, 'other', b),
      ]).toEqual([true, false, true, true])
      expect((await on.findCallAnswer(at.db, { account_id: a, key: 'k' }))?.answer).toBe('three')
      await on.deleteCallAnswers(at.db, minute(3))
      expect([
        (await on.findCallAnswer(at.db, { account_id: a, key: 'k' }))?.answer,
        await on.findCallAnswer(at.db, { account_id: b, key: 'k' }),
      ]).toEqual(['three', undefined])
      const claim = (accountId: string, now: number, until: number) =>
        on.claimDownload(at.db, { accountId, documentId: 'd', now: minute(now), paidUntil: minute(until) })
      expect([await claim(a, 1, 5), await claim(a, 4, 9), await claim(a, 5, 8), await claim(b, 1, 3)]).toEqual([
        true,
        false,
        true,
        true,
      ])
      const paid = (accountId: string, now: number) =>
        on.findPaidUntil(at.db, { accountId, documentId: 'd', now: minute(now) })
      expect([await paid(a, 7), await paid(a, 8), await paid(b, 2)]).toEqual([minute(8), undefined, minute(3)])
      await on.deleteDownloads(at.db, minute(3))
      expect([await paid(a, 0), await paid(b, 0)]).toEqual([minute(8), undefined])
    })

    it('of the summary', async () => {
      const [a, b] = [await at.account(), await at.account()]
      const read = (accountId: string) =>
        on.readUsageSummary(at.db, { accountId, month: MONTH, day: DAY, now: minute(5) })
      expect(await read(a)).toMatchObject({
        lookups: 0,
        reports: 0,
        wpv_checks: 0,
        monitors: 0,
        filters: 0,
        active_sessions: 0,
      })
      await on.insertLedger(at.db, [], {
        months: [
          { ...on.emptyMonth(a, MONTH), reports: 3, lookups: 4 },
          { ...on.emptyMonth(a, '2026-10'), reports: 9 },
        ],
        days: [
          { ...on.emptyDay(a, DAY), wpv_checks: 6 },
          { ...on.emptyDay(b, DAY), wpv_checks: 1 },
        ],
        endpoints: [],
      })
      await changeMonitorCount(at.db, a, 2)
      await at.db
        .insertInto('filters')
        .values(
          [a, a, b].map((account_id, index) =>
            at.row('filters', { id: `${index}-${account_id}`, account_id, name: `${index}`, content: '{}' }),
          ),
        )
        .execute()
      const [member, gone] = [await at.member(a), await at.member(a, { disabled: true })]
      const session = (id: string, given: Partial<Row<'sessions'>>) =>
        at.row('sessions', { id: `${id}-${a}`, user_id: member, account_id: a, expires_at: minute(6), ...given })
      await at.db
        .insertInto('sessions')
        .values([
          session('1', {}),
          session('2', { expires_at: minute(5) }),
          session('3', { revoked_at: minute(1) }),
          session('4', { user_id: gone }),
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
