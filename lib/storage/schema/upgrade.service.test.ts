import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { type Kysely, sql } from 'kysely'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'

import { keepAuditKey } from '@/lib/features/audit/statements/audit-key'
import { verifyAudit } from '@/lib/features/audit/verify-audit'
import { verifyUsage } from '@/lib/service/metering/verify-usage'
import { runCommand } from '@/lib/testing/command-line'
import { fillOldStore, OLD_AUDIT_KEY, type OldStore } from '@/lib/testing/old-store/old-store'
import { makeDatabase, type TestDatabase } from '@/lib/testing/postgres'
import { engines } from '@/lib/testing/service'

import { createFingerprint, type CopiedRow, readTable } from '../backup/copy-rows'
import { newestSchema, readSchema } from '../migrate'
import { openStorage, openUnmigrated, type StorageConfig } from '../open'
import type { Db } from '../storage'
import { type MigrationStep, runMigrations } from './run-migrations'
import { noteNeededByWriters, NEEDED_BY_WRITERS } from './store-notes'
import { watchStore } from './watch-store'

/** Tables whose rows a later migration rebuilds. */
const REBUILT_TABLES = new Set(['subject_search'])
/** Alerts of tenders became rules and e-mails became deliveries, with the same ids. */
const CONVERTED_TABLES = new Set(['bzp_alerts', 'bzp_alert_recipients', 'bzp_sends', 'mails', 'mail_attempts'])
/** Columns whose content is now in a row of another table, or that were renamed. */
const MOVED_COLUMNS: Readonly<Record<string, readonly string[]>> = {
  bzp_matches: ['is_told'],
  report_schedules: ['due_at'],
}
/** Columns that have another name now. */
const RENAMED_COLUMNS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  deliveries: { course_from: 'retry_cycle_from', course_at: 'retry_cycle_at' },
  rules: { told_up_to: 'last_notified_hit' },
  rule_notices: { told_after: 'hits_after', told_up_to: 'hits_up_to' },
}
/** Tables that contain those rows now, with the column of the row's parent. */
const TARGET_TABLES: Readonly<Record<string, string>> = {
  rules: 'id',
  rule_targets: 'rule_id',
  rule_notices: 'rule_id',
  rule_hits: 'rule_id',
  deliveries: 'id',
  delivery_attempts: 'delivery_id',
  channels: 'id',
}
/** Tables to which later versions add rows. */
const EXTENDED_TABLES = new Set(['meta', 'sequences'])

describe.each(engines)('an upgrade on %s', (engine) => {
  let folder = ''
  let database: TestDatabase | undefined
  let config: StorageConfig
  let oldStore: OldStore

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'registers-upgrade-'))
    database = engine === 'postgres' ? await makeDatabase() : undefined
    config = { dataDir: folder, databaseUrl: database?.url }
  })
  afterEach(async () => {
    vi.unstubAllEnvs()
    await database?.drop()
    await rm(folder, { recursive: true, force: true })
  })

  const run = (line: string) => {
    vi.stubEnv('DATA_DIR', folder)
    vi.stubEnv('DATABASE_URL', database?.url ?? '')
    vi.stubEnv('AUDIT_KEY', OLD_AUDIT_KEY)
    vi.stubEnv('LOG_LEVEL', 'silent')
    return runCommand(line)
  }
  const schemaOf = async () => {
    const storage = openUnmigrated(config)
    try {
      return await readSchema(storage.db, engine)
    } finally {
      await storage.close()
    }
  }

  it('of a store of 8caa87e keeps all its data, even when four processes start at once', async () => {
    oldStore = await fillOldStore(config)
    const reports: MigrationStep[][] = [[], [], [], []]
    const opened = await Promise.all(
      reports.map((steps) => openStorage(config, { report: (step) => void steps.push(step) })),
    )
    const [storage] = opened
    if (!storage) throw new Error('No store was opened')
    // Only one of them ran the migrations.
    const migrationCounts = reports
      .map((steps) => steps.filter(({ kind }) => kind === 'done').length)
      .toSorted((a, b) => b - a)
    expect(migrationCounts.slice(1)).toEqual([0, 0, 0])
    expect(migrationCounts[0]).toBeGreaterThan(7)
    const search = reports.flat().find((step) => step.kind === 'done' && step.name === '048-company-search')
    expect(search).toMatchObject({ rows: expect.any(Number) as number })

    expect(oldStore.tables.length).toBeGreaterThan(40)
    await storage.readSnapshot(async (db) => {
      const mails = rowsOf('mails')
      const convertedIds = new Set([
        ...[...rowsOf('bzp_alerts'), ...mails].map(({ id }) => id),
        // The channel of an account's e-mails has the account's id.
        ...mails.map((mail) => mail['account_id']),
      ])
      for (const { name, columns: all, rows } of oldStore.tables) {
        if (EXTENDED_TABLES.has(name) || CONVERTED_TABLES.has(name)) continue
        const currentName = (column: string) => RENAMED_COLUMNS[name]?.[column] ?? column
        const columns = all.filter((column) => MOVED_COLUMNS[name]?.includes(column) !== true).map(currentName)
        const before = createFingerprint(columns)
        for (const row of rows) {
          before.add(Object.fromEntries(Object.entries(row).map(([column, value]) => [currentName(column), value])))
        }
        const now = createFingerprint(columns)
        const isUnconverted = (row: CopiedRow) => !convertedIds.has(row[TARGET_TABLES[name] ?? ''] ?? null)
        for await (const page of readTable(db, engine, name)) page.filter(isUnconverted).forEach(now.add)
        const after = now.end()
        expect([name, after.rows]).toEqual([name, rows.length])
        if (!REBUILT_TABLES.has(name)) expect([name, after.sha256]).toEqual([name, before.end().sha256])
      }
    })
    await expectRulesOfTenders(storage.db)
    await expectMails(storage.db)
    keepAuditKey(storage.db, OLD_AUDIT_KEY)
    expect(await verifyUsage({ storage })).toEqual([])
    for (const { id, slug } of await storage.db.selectFrom('accounts').select(['id', 'slug']).execute()) {
      const { entries, problem } = await verifyAudit(storage, id)
      expect([slug, problem]).toEqual([slug, null])
      expect(entries).toBeGreaterThan(0)
    }
    await Promise.all(opened.map((each) => each.close()))
  }, 60_000)

  const rowsOf = (table: string) => oldStore.tables.find(({ name }) => name === table)?.rows ?? []

  /** Each alert of tenders is a rule with the same filter, the same recipients and the same sent notices. */
  async function expectRulesOfTenders(db: Db): Promise<void> {
    expect(rowsOf('bzp_alerts').length).toBeGreaterThan(0)
    for (const alert of rowsOf('bzp_alerts')) {
      const id = String(alert['id'])
      const rule = await db.selectFrom('rules').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
      const { name, owner, created_at, updated_at, digest_from, digest_hour, muted_until } = alert
      expect(rule).toMatchObject({ name, owner, created_at, updated_at, digest_from, digest_hour, muted_until })
      expect(rule).toMatchObject({ kind: 'tender', timing: alert['delivery'], enabled: 1, last_notified_hit: 0 })
      expect(JSON.parse(rule.condition)).toEqual({
        kind: 'tender',
        filter: JSON.parse(String(alert['filter'])) as unknown,
      })
      const reading = await db.selectFrom('bzp_readings').selectAll().where('rule_id', '=', id).executeTakeFirst()
      expect(reading).toMatchObject({ since_position: alert['since_position'], since_at: alert['since_at'] })
      const targets = await db.selectFrom('rule_targets').select('target').where('rule_id', '=', id).execute()
      const recipientIds = rowsOf('bzp_alert_recipients').flatMap((row) =>
        row['alert_id'] === id ? [String(row['user_id'])] : [],
      )
      expect(targets.map(({ target }) => target).toSorted()).toEqual(owner === '' ? recipientIds.toSorted() : [owner])
      const notices = await db.selectFrom('rule_notices').select('id').where('rule_id', '=', id).execute()
      const sends = rowsOf('bzp_sends').flatMap((row) => (row['alert_id'] === id ? [String(row['id'])] : []))
      expect(notices.map((each) => each.id).toSorted()).toEqual(sends.toSorted())
      const hits = await db.selectFrom('rule_hits').select('subject_key').where('rule_id', '=', id).execute()
      const waiting = rowsOf('bzp_matches').filter(
        (row) => row['alert_id'] === id && row['is_told'] === 0 && alert['delivery'] !== 'none',
      )
      expect(hits.map(({ subject_key: key }) => key).toSorted()).toEqual(
        waiting.map((row) => `tender:${String(row['tender_id'])}`).toSorted(),
      )
    }
  }

  /** Each e-mail is a delivery through its account's channel of e-mails, with its state and attempts. */
  async function expectMails(db: Db): Promise<void> {
    const states = { sent: 'delivered', failed: 'dead', unsent: 'cancelled', waiting: 'waiting' } as const
    expect(rowsOf('mails').length).toBeGreaterThan(0)
    for (const { id, account_id, recipient, subject, state, send_id, notice_id, alert_id } of rowsOf('mails')) {
      const delivery = await db.selectFrom('deliveries').selectAll().where('id', '=', String(id)).executeTakeFirst()
      expect(delivery).toMatchObject({ account_id, channel_id: account_id, recipient, subject, rule_id: alert_id })
      expect(delivery).toMatchObject({ state: states[state as keyof typeof states], notice_id: send_id ?? notice_id })
    }
    for (const { mail_id: id, number, error } of rowsOf('mail_attempts')) {
      const attempts = await db
        .selectFrom('delivery_attempts')
        .selectAll()
        .where('delivery_id', '=', String(id))
        .execute()
      expect(attempts).toContainEqual(expect.objectContaining({ number, answer: error }))
    }
  }

  it('is run only by `migrate`, which has a preview; other commands refuse to run, and `backup` works without it', async () => {
    await fillOldStore(config)
    const refused = await run('account list')
    expect(refused.code).toBe(1)
    expect(refused.output).toMatch(
      /^The store at .* is of an older version of the panel \(its schema is 045-download-edition; this one needs .*npm run -s admin -- migrate\n$/,
    )
    const plan = await run('migrate --plan')
    expect(plan.code).toBe(0)
    expect(plan.output).toMatch(/^046-company-facts +subjects \(30 rows\)$/m)
    expect(plan.output).toMatch(/^053-white-list-runs +.*white_list_runs \(new\)/m)
    expect(plan.output).toContain('nothing was changed')
    expect(await run(`backup ${join(folder, 'before')}`)).toMatchObject({ code: 0 })
    expect(await schemaOf()).toMatchObject({ last: '045-download-edition' })

    const migrated = await run('migrate')
    expect(migrated.output).toMatch(/^048-company-search: \d+ rows written, \d+ ms$/m)
    expect(migrated.output).toContain(`the schema is ${newestSchema()}; `)
    expect((await run('migrate')).output).toBe(`nothing to do: the schema is ${newestSchema()}\n`)
    expect((await run('migrate --plan')).output).toMatch(/\nnothing to do\n$/)
    expect((await run('account list')).output).toMatch(/^acme /)
    expect((await run('audit verify')).code).toBe(0)
  }, 60_000)

  it('previewed with `migrate --plan` does not create a store', async () => {
    expect(await run('migrate --plan')).toEqual({
      code: 1,
      output: expect.stringMatching(/^There is no store at .*; the first start creates it\n$/) as string,
    })
    expect(await schemaOf()).toMatchObject({ last: undefined })
  })

  it('that fails changes nothing', async () => {
    const storage = openUnmigrated(config)
    const known = [
      { name: '1-made', up: (db: Kysely<unknown>) => db.schema.createTable('made').addColumn('id', 'text').execute() },
      {
        name: '2-wrong',
        up: (db: Kysely<unknown>) => sql`insert into nowhere values (1)`.execute(db).then(() => undefined),
      },
    ]
    await expect(runMigrations(storage.db, engine, { known })).rejects.toThrow(
      /^migration 2-wrong failed and nothing was changed: .*nowhere/,
    )
    expect(await storage.db.introspection.getTables()).toEqual([])
    await storage.close()
  })
})

describe.each(engines)('a store of a newer version on %s', (engine) => {
  let folder = ''
  let database: TestDatabase | undefined
  let config: StorageConfig
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'registers-newer-'))
    database = engine === 'postgres' ? await makeDatabase() : undefined
    config = { dataDir: folder, databaseUrl: database?.url }
  })
  afterAll(async () => {
    vi.unstubAllEnvs()
    await database?.drop()
    await rm(folder, { recursive: true, force: true })
  })

  it('is waited for while its migration holds the lock, is reported as newer, and stops a running process only when that process must not write', async () => {
    const running = await openStorage(config)
    const refusals: string[] = []
    const watch = watchStore(running, (line) => refusals.push(line), 20)

    // A newer process adds something that older ones do not notice.
    await sql`insert into kysely_migration (name, timestamp) values ('998-later', '2030')`.execute(running.db)
    await expect(openStorage(config)).rejects.toThrow(
      `the store at ${running.location} was created by a newer version of the panel (its schema is 998-later; this one knows up to ${newestSchema()}); start that version, or restore a backup`,
    )
    vi.stubEnv('DATA_DIR', folder)
    vi.stubEnv('DATABASE_URL', database?.url ?? '')
    vi.stubEnv('LOG_LEVEL', 'silent')
    expect(await runCommand('account list')).toEqual({
      code: 1,
      output: expect.stringMatching(
        /^The store at .* was created by a newer version of the panel \(its schema is 998-later; /,
      ) as string,
    })
    await running.db.insertInto('meta').values({ key: 'written', value: 'by the older process' }).execute()
    expect(refusals).toEqual([])

    // A migration changes what older processes write.
    await noteNeededByWriters(running.db, '999-later-still')
    await noteNeededByWriters(running.db, '001-initial')
    await vi.waitFor(() => expect(refusals).toHaveLength(1))
    expect(refusals[0]).toBe(
      `the store at ${running.location} was migrated by a newer version of the panel (it needs 999-later-still; this process knows up to ${newestSchema()})`,
    )
    watch.stop()
    await running.db.deleteFrom('meta').where('key', '=', NEEDED_BY_WRITERS).execute()
    await running.close()
  }, 60_000)
})

describe.runIf(engines.includes('postgres'))('the migration lock on PostgreSQL', () => {
  it('waits for the lock of an older version, and keeps no session lock after the migration, which a pooler would hold', async () => {
    const database = await makeDatabase()
    // Takes the lock like older versions.
    const older = new Client({ connectionString: database.url })
    await older.connect()
    await older.query('select pg_advisory_lock(3853314791062309107)')
    const steps: string[] = []
    const folder = await mkdtemp(join(tmpdir(), 'registers-lock-'))
    const config = { dataDir: folder, databaseUrl: database.url }
    const opening = openStorage(config, { report: ({ kind }) => void steps.push(kind) })
    await vi.waitFor(() => expect(steps).toEqual(['waiting']))
    await older.query('select pg_advisory_unlock(3853314791062309107)')
    const storage = await opening
    expect(steps.slice(0, 2)).toEqual(['waiting', 'begun'])
    const { rows } = await older.query(
      "select 1 from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())",
    )
    expect(rows).toEqual([])
    await storage.close()
    await older.end()
    await database.drop()
    await rm(folder, { recursive: true, force: true })
  }, 60_000)
})
