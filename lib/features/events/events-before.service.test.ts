import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { sql } from 'kysely'
import { expect, it } from 'vitest'

import { ruleCondition } from '@/lib/features/rules/contract/conditions'
import { migrate } from '@/lib/storage/migrate'
import { openUnmigrated } from '@/lib/storage/open'
import { makeDatabase } from '@/lib/testing/postgres'
import { engines } from '@/lib/testing/service'
import { rowMaker } from '@/lib/testing/statements/rows'

const AT = '2026-11-19T10:00:00.000Z'
/** More than the migration reads at once. */
const OTHERS = 1100

const titled = [
  ['krz', 'Obwieszczenie o ogłoszeniu upadłości', 'bankruptcy'],
  ['wpv', 'Wykreślenie z rejestru VAT', 'vat_removal'],
  ['krs', null, 'other'],
] as const

it.each(engines)(
  'events of an earlier version get their kinds, and rules keep what they find, on %s',
  async (engine) => {
    const database = engine === 'postgres' ? await makeDatabase() : undefined
    const dataDir = await mkdtemp(join(tmpdir(), 'registers-events-'))
    const storage = openUnmigrated({ dataDir, databaseUrl: database?.url })
    const { db } = storage
    await migrate(db, engine, { to: '087' })
    const row = await rowMaker(db)
    for (const id of ['a', 'b']) {
      await db
        .insertInto('accounts')
        .values(row('accounts', { id, slug: id, name: id, limits: '{}', created_at: AT }))
        .execute()
      const common = {
        account_id: id,
        identifier_type: 'krs',
        identifier_value: '0000000018',
        subject_name: 'ŻÓŁW S.A.',
      }
      const events = titled.map(([source, title], index) =>
        row('panel_events', { ...common, id: index + 1, lead_id: index + 1, source, title, created_at: AT }),
      )
      await db.insertInto('panel_events').values(events).execute()
    }
    await sql`insert into panel_events
    (account_id, id, monitor_id, source, announcement_id, identifier_type, identifier_value, subject_name, title,
      created_at, day, lead_id)
    with recursive numbers (i) as (select 10 union all select i + 1 from numbers where i < ${sql.lit(10 + OTHERS)})
    select 'b', i, 'm', 'krs', 'x', 'pesel', '44•••••••59', null, 'Zmiana adresu siedziby', ${AT}, '2026-11-19', i
    from numbers`.execute(db)
    const conditions = [
      {
        kind: 'events',
        sources: ['krz'],
        announcements: ['bankruptcy', 'restructuring'],
        tags: ['x'],
        monitor_ids: [],
      },
      { kind: 'events', sources: [], announcements: ['liquidation', 'deletion'], tags: [], monitor_ids: [] },
      { kind: 'events', sources: [], announcements: ['vat'], tags: [], monitor_ids: [] },
      { kind: 'events', sources: ['krs'], announcements: [], tags: [], monitor_ids: [] },
    ]
    for (const [index, condition] of conditions.entries()) {
      const id = `r${index}`
      const rule = { id, account_id: 'a', name: id, kind: 'events', condition: JSON.stringify(condition) } as const
      await db.insertInto('rules').values(row('rules', rule)).execute()
    }
    await migrate(db, engine)

    for (const accountId of ['a', 'b']) {
      const rows = await db
        .selectFrom('panel_events')
        .select(['kind', 'search_text'])
        .where('account_id', '=', accountId)
        .where('id', '<', 10)
        .orderBy('id')
        .execute()
      expect(rows.map(({ kind }) => kind)).toEqual(titled.map(([, , kind]) => kind))
      expect(rows[0]?.search_text).toBe('zolw s.a. obwieszczenie o ogloszeniu upadlosci 0000000018')
    }
    const others = await db
      .selectFrom('panel_events')
      .select(['kind', 'search_text'])
      .where('id', '>=', 10)
      .groupBy(['kind', 'search_text'])
      .execute()
    expect(others).toEqual([{ kind: 'seat', search_text: 'zmiana adresu siedziby' }])
    const rules = await db.selectFrom('rules').select('condition').orderBy('id').execute()
    const found = rules.map(({ condition }) => ruleCondition.parse(JSON.parse(condition)))
    expect(found).toEqual([
      {
        ...conditions[0],
        announcements: [
          'bankruptcy',
          'bankruptcy_petition',
          'bankruptcy_end',
          'proceedings',
          'restructuring',
          'restructuring_end',
        ],
      },
      { ...conditions[1], announcements: ['liquidation', 'liquidation_end', 'deletion'] },
      { ...conditions[2], announcements: ['vat_status', 'vat_removal', 'account'] },
      conditions[3],
    ])
    await storage.close()
    await database?.drop()
    await rm(dataDir, { recursive: true, force: true })
  },
)
