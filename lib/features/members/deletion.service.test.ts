import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { recordAuditAlone } from '@/lib/features/audit/audit'
import { listEntriesAfter } from '@/lib/features/audit/statements/audit'
import { verifyAudit } from '@/lib/features/audit/verify-audit'
import { BOOKS_OF_AN_ACCOUNT } from '@/lib/service/accounts/statements/delete-account-rows'
import { verifyUsage } from '@/lib/service/metering/verify-usage'
import { referencesOf, tablesWithColumn } from '@/lib/storage/backup/copied-tables'
import { asAccountTx } from '@/lib/testing/as-account-tx'
import { insertCompany } from '@/lib/testing/companies'
import { makeMember } from '@/lib/testing/people'
import { engines, startTestService, type TestService } from '@/lib/testing/service'

import { deleteAccount } from './delete-account'
import { deleteUser } from './delete-user'
import { findMember, insertMember } from './statements/members'
import { findUserByEmail, TABLES_OF_A_PERSON } from './statements/users'

describe.each(engines)('deletion on %s', (engine) => {
  let at: TestService
  beforeAll(async () => {
    at = await startTestService({ engine })
    await insertCompany(at.storage)
  })
  afterAll(() => at.stop())

  const now = () => at.clock.now()
  const remove = (userId: string) => deleteUser(at.storage, { userId, actor: 'cli', now: now() })
  const entriesOf = (accountId: string) => listEntriesAfter(at.storage.db, accountId, { number: 0, limit: 100 })
  const addTo = (accountId: string, userId: string, role: 'owner' | 'viewer') =>
    insertMember(asAccountTx(at.storage.db), {
      account_id: accountId,
      user_id: userId,
      role,
      created_at: now().toISOString(),
      disabled_at: null,
      last_seen_at: null,
    })

  it('of a person takes all that is theirs alone, and leaves what they did in the log', async () => {
    const [one, other] = [await at.createAccount(), await at.createAccount()]
    await makeMember(at.storage, { accountId: one.accountId })
    const person = await makeMember(at.storage, { accountId: one.accountId, role: 'viewer' })
    await addTo(other.accountId, person.id, 'viewer')
    const id = `${engine}-invitation`
    const times = { created_at: '2026', sent_at: '2026', expires_at: '2027', accepted_at: null, withdrawn_at: null }
    const invitation = { ...times, id, account_id: one.accountId, email: 'x@example.test', sha256: id, is_mailed: 0 }
    const invited = { ...invitation, role: 'viewer' as const, invited_by: person.id }
    await at.storage.db.insertInto('invitations').values(invited).execute()
    await recordAuditAlone(at.storage, {
      accountId: one.accountId,
      actor: person.email,
      action: 'filters.update',
      now: now(),
    })
    expect(await remove(person.id)).toEqual({ state: 'deleted', accounts: [one.accountId, other.accountId].toSorted() })
    expect(await findUserByEmail(at.storage.db, person.email)).toBeUndefined()
    const entries = await entriesOf(one.accountId)
    expect(entries.map(({ actor, action, target }) => [actor, action, target])).toEqual([
      [person.email, 'filters.update', null],
      ['cli', 'users.delete', person.id],
    ])
    expect(entries[1]?.before).toContain(person.email)
    expect(await entriesOf(other.accountId)).toHaveLength(1)
    expect(await remove(person.id)).toEqual({ state: 'unknown' })
  })

  it('of a person knows every table that names one', async () => {
    const references = await referencesOf(at.storage.db, engine)
    const naming = references.filter(({ to }) => to === 'users').map(({ from }) => from)
    const known: readonly string[] = [...TABLES_OF_A_PERSON, 'invitations']
    expect([...new Set(naming)].filter((table) => !known.includes(table))).toEqual([])
  })

  it('of the last owner is refused, also when two delete one another at once', async () => {
    const { accountId } = await at.createAccount()
    const [first, second] = [await makeMember(at.storage, { accountId }), await makeMember(at.storage, { accountId })]
    const states = (await Promise.all([remove(first.id), remove(second.id)])).map(({ state }) => state)
    expect(states.toSorted()).toEqual(['deleted', 'last_owner'])
    const left = [
      await findMember(at.storage.db, accountId, first.id),
      await findMember(at.storage.db, accountId, second.id),
    ]
    expect(left.filter(Boolean)).toHaveLength(1)
  })

  /** Creates an account in use: monitors, filters, reports with a file, a charge, an audit entry, people. */
  async function used() {
    const { accountId, apiKey } = await at.createAccount()
    const other = await at.createAccount()
    const alone = await makeMember(at.storage, { accountId })
    const both = await makeMember(at.storage, { accountId })
    await addTo(other.accountId, both.id, 'owner')
    const tagged = { identifier_type: 'krs', identifier_value: '0000000018', tags: ['a'] }
    expect((await at.request(apiKey, 'POST', '/v1/monitors', tagged)).status).toBe(201)
    expect((await at.request(apiKey, 'POST', '/v1/filters', { name: 'f', content: { krs: ['18'] } })).status).toBe(201)
    expect((await at.request(apiKey, 'GET', '/v1/record?krs=18')).status).toBe(200)
    await recordAuditAlone(at.storage, { accountId, actor: alone.email, action: 'filters.update', now: now() })
    const folder = join(at.service.dependencies.config.dataDir, 'reports', 'custom')
    await mkdir(folder, { recursive: true })
    await writeFile(join(folder, `${accountId}.csv`), 'x')
    const nothing = { filter_id: null, monitor_tag: null, error: null, claimed_by: null, claimed_until: null }
    await at.storage.db
      .insertInto('report_jobs')
      .values({
        ...nothing,
        id: accountId,
        account_id: accountId,
        status: 'ready',
        source: 'krz',
        format: 'csv',
        date_from: '2026-11-01',
        date_to: '2026-11-01',
        row_count: 0,
        size_bytes: 1,
        sha256: 'x',
        file: `custom/${accountId}.csv`,
        created_at: '2026',
        finished_at: '2026',
        expires_at: '2027',
        position: Math.floor(Math.random() * 1e9),
      })
      .execute()
    const { slug } = await at.storage.db
      .selectFrom('accounts')
      .select('slug')
      .where('id', '=', accountId)
      .executeTakeFirstOrThrow()
    return { accountId, apiKey, slug, alone, both, other: other.accountId, folder }
  }
  async function tablesWith(accountId: string) {
    const found: string[] = []
    for (const table of await tablesWithColumn(at.storage.db, engine, 'account_id')) {
      const own = sql`select 1 from ${sql.table(table)} where account_id = ${accountId} limit 1`
      if ((await own.execute(at.storage.db)).rows.length > 0) found.push(table)
    }
    return found
  }

  it('of an account leaves its books, which can still be checked, and nothing else', async () => {
    const { accountId, apiKey, slug, alone, both, other, folder } = await used()
    const { dataDir } = at.service.dependencies.config
    const deletion = { slug, actor: 'cli', now: now(), withBooks: false }
    const done = await deleteAccount(at.storage, dataDir, deletion)
    expect(done).toMatchObject({ files: 1, people: [alone.email], rows: { monitors: 1, filters: 1 } })
    const books: readonly string[] = BOOKS_OF_AN_ACCOUNT
    const left = await tablesWith(accountId)
    expect(left).toContain('ledger')
    expect(left.filter((table) => !books.includes(table))).toEqual([])
    expect(await readdir(folder)).not.toContain(`${accountId}.csv`)
    expect((await at.request(apiKey, 'GET', '/v1/usage/summary')).status).toBe(401)
    expect(await verifyUsage({ storage: at.storage }, accountId)).toEqual([])
    expect(await verifyAudit(at.storage, accountId)).toMatchObject({ entries: 2, problem: null })
    expect((await entriesOf(accountId)).at(-1)).toMatchObject({ action: 'accounts.delete', actor: 'cli' })
    // A person who is also a member elsewhere is not deleted.
    expect(await findUserByEmail(at.storage.db, alone.email)).toBeUndefined()
    expect(await findMember(at.storage.db, other, both.id)).toMatchObject({ role: 'owner' })
    expect(await deleteAccount(at.storage, dataDir, deletion)).toBeUndefined()
  })

  it('of an account with its books leaves nothing', async () => {
    const { accountId, slug } = await used()
    const { dataDir } = at.service.dependencies.config
    await deleteAccount(at.storage, dataDir, { slug, actor: 'cli', now: now(), withBooks: true })
    expect(await tablesWith(accountId)).toEqual([])
    const row = at.storage.db.selectFrom('accounts').select('id').where('id', '=', accountId)
    expect(await row.execute()).toEqual([])
  })
})
