import { CompiledQuery, type KyselyPlugin, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { replaceTagMembers } from '@/lib/features/events/statements/tag-members'
import { rulesJob } from '@/lib/features/rules/job'
import { listDueChecks, NOTIFICATIONS } from '@/lib/features/rules/statements/checks'
import { listDue } from '@/lib/storage/due'
import type { Db } from '@/lib/storage/storage'
import { asAccountTx } from '@/lib/testing/as-account-tx'
import { jobDependenciesOf } from '@/lib/testing/bzp-alerts'
import { insertPanelEvents, openRules } from '@/lib/testing/delivery/rules'
import { engines, startTestService, type TestService } from '@/lib/testing/service'

const NOW = '2026-11-20T11:00:00.000Z'

describe.each(engines)('due work on %s', (engine) => {
  let service: TestService
  beforeAll(async () => {
    service = await startTestService({ engine, now: NOW })
  })
  afterAll(() => service.stop())

  /** The query plan of the engine, independent of what the tables hold. */
  async function planOf(runQuery: (db: Db) => Promise<unknown>): Promise<string> {
    return service.storage.db.transaction().execute(async (db) => {
      // Otherwise PostgreSQL reads all rows of a small table.
      if (engine === 'postgres') await sql`set local enable_seqscan = off`.execute(db)
      const compiledQueries: CompiledQuery[] = []
      const recorder: KyselyPlugin = {
        transformQuery: ({ node, queryId }) => {
          compiledQueries.push(db.getExecutor().compileQuery(node, queryId))
          return node
        },
        transformResult: ({ result }) => Promise.resolve(result),
      }
      await runQuery(db.withPlugin(recorder))
      const explain = engine === 'postgres' ? 'explain' : 'explain query plan'
      const [query] = compiledQueries
      const { rows } = await db.executeQuery(
        CompiledQuery.raw(`${explain} ${query?.sql}`, [...(query?.parameters ?? [])]),
      )
      return JSON.stringify(rows)
    })
  }

  it.each([
    ['checks of rules', 'rule_looks_by_due', (db: Db) => listDueChecks(db, { now: NOW, kinds: [NOTIFICATIONS] })],
    ['report schedules', 'report_schedules_by_next', (db: Db) => listDue(db, 'report_schedules', NOW)],
    ['checks of the white list', 'white_list_schedules_by_next', (db: Db) => listDue(db, 'white_list_schedules', NOW)],
  ])('is found by its index: %s', async (_work, index, runQuery) => {
    expect(await planOf(runQuery)).toContain(index)
  })

  it('needs only two queries per run while nothing is due', async () => {
    const { accountId } = await service.createAccount()
    const owner = await openRules(service, accountId)
    for (const name of ['a', 'b', 'c']) await owner.create({ name })
    const statements: string[] = []
    const recorder: KyselyPlugin = {
      transformQuery: ({ node }) => {
        statements.push(node.kind)
        return node
      },
      transformResult: ({ result }) => Promise.resolve(result),
    }
    const runRulesJob = async () => {
      statements.length = 0
      await rulesJob.run(
        jobDependenciesOf(service, { storage: { ...service.storage, db: service.storage.db.withPlugin(recorder) } }),
      )
      return statements.length
    }
    await runRulesJob()
    service.clock.advance(60_000)
    // One query finds matches, another finds notifications to send.
    expect(await runRulesJob()).toBe(2)
    await insertPanelEvents(service, accountId, { title: 'Nowe' })
    expect(await runRulesJob()).toBeGreaterThan(2)
    const { items } = await owner.list()
    expect(items.map(({ last_sent_at: sent }) => sent)).toEqual([1, 2, 3].map(() => service.clock.now().toISOString()))
  })

  it('writes only the differences between the monitors of a tag', async () => {
    const { accountId } = await service.createAccount()
    const affectedRows: number[] = []
    const count: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      transformResult: ({ result }) => {
        affectedRows.push(Number(result.numAffectedRows ?? 0))
        return Promise.resolve(result)
      },
    }
    const replaceMembers = async (minute: number, monitorIds: readonly string[]) => {
      affectedRows.length = 0
      const readAt = new Date(Date.parse(NOW) + minute * 60_000).toISOString()
      await service.storage.db
        .withPlugin(count)
        .transaction()
        .execute((db) => replaceTagMembers(asAccountTx(db), { accountId, tag: 'a', readAt, monitorIds }))
      return affectedRows.reduce((sum, rows) => sum + rows, 0)
    }
    const monitorIds = Array.from({ length: 1_500 }, (_, index) => `m${index}`)
    const rowsPerRead = await replaceMembers(0, monitorIds).then((rows) => rows - monitorIds.length)
    expect(await replaceMembers(1, monitorIds)).toBe(rowsPerRead)
    expect(await replaceMembers(2, [...monitorIds.slice(2), 'new'])).toBe(rowsPerRead + 3)
    const rows = await service.storage.db
      .selectFrom('tag_members')
      .select('monitor_id')
      .where('account_id', '=', accountId)
      .execute()
    expect(rows.map(({ monitor_id: id }) => id).toSorted()).toEqual([...monitorIds.slice(2), 'new'].toSorted())
  })
})
