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
  let service: TestService
  beforeAll(async () => {
    service = await startTestService({ engine })
    await insertCompany(service.storage)
  })
  afterAll(() => service.stop())

  const now = () => service.clock.now()
  const remove = (userId: string) => deleteUser(service.storage, { userId, actor: 'cli', now: now() })
  const entriesOf = (accountId: string) => listEntriesAfter(service.storage.db, accountId, { number: 0, limit: 100 })
  const addTo = (accountId: string, userId: string, role: 'owner' | 'viewer') =>
    insertMember(asAccountTx(service.storage.db), {
      account_id: accountId,
      user_id: userId,
      role,
      created_at: now().toISOString(),
      disabled_at: null,
      last_seen_at: null,
    })

  it('of a person removes their own data and keeps their actions in the audit log', async () => {
    const [one, other] = [await service.createAccount(), await service.createAccount()]
    await makeMember(service.storage, { accountId: one.accountId })
    const person = await makeMember(service.storage, { accountId: one.accountId, role: 'viewer' })
    await addTo(other.accountId, person.id, 'viewer')
    const id = `${engine}-invitation`
    const times = { created_at: '2026', sent_at: '2026', expires_at: '2027', accepted_at: null, withdrawn_at: null }
    const invitation = { ...times, id, account_id: one.accountId, email: 'x@example.test', sha256: id, is_mailed: 0 }
    const invited = { ...invitation, role: 'viewer' as const, invited_by: person.id }
    await service.storage.db.insertInto('invitations').values(invited).execute()
    await recordAuditAlone(service.storage, {
      accountId: one.accountId,
      actor: person.email,
      action: 'filters.update',
      now: now(),
    })
    expect(await remove(person.id)).toEqual({ state: 'deleted', accounts: [one.accountId, other.accountId].toSorted() })
    expect(await findUserByEmail(service.storage.db, person.email)).toBeUndefined()
    const entries = await entriesOf(one.accountId)
    expect(entries.map(({ actor, action, target }) => [actor, action, target])).toEqual([
      [person.email, 'filters.update', null],
      ['cli', 'users.delete', person.id],
    ])
    expect(entries[1]?.before).toContain(person.email)
    expect(await entriesOf(other.accountId)).toHaveLength(1)
    expect(await remove(person.id)).toEqual({ state: 'unknown' })
  })

  it('of a person covers every table that refers to users', async () => {
    const references = await referencesOf(service.storage.db, engine)
    const tablesWithUsers = references.filter(({ to }) => to === 'users').map(({ from }) => from)
    const coveredTables: readonly string[] = [...TABLES_OF_A_PERSON, 'invitations']
    expect([...new Set(tablesWithUsers)].filter((table) => !coveredTables.includes(table))).toEqual([])
  })

  it('of the last owner is rejected, also when two owners are deleted at the same time', async () => {
    const { accountId } = await service.createAccount()
    const [first, second] = [
      await makeMember(service.storage, { accountId }),
      await makeMember(service.storage, { accountId }),
    ]
    const states = (await Promise.all([remove(first.id), remove(second.id)])).map(({ state }) => state)
    expect(states.toSorted()).toEqual(['deleted', 'last_owner'])
    const remaining = [
      await findMember(service.storage.db, accountId, first.id),
      await findMember(service.storage.db, accountId, second.id),
    ]
    expect(remaining.filter(Boolean)).toHaveLength(1)
  })

  /** Creates an account in use: monitors, filters, reports with a file, a charge, an audit entry, people. */
  async function createUsedAccount() {
    const { accountId, apiKey } = await service.createAccount()
    const other = await service.createAccount()
    const alone = await makeMember(service.storage, { accountId })
    const both = await makeMember(service.storage, { accountId })
    await addTo(other.accountId, both.id, 'owner')
    const monitorBody = { identifier_type: 'krs', identifier_value: '0000000018', tags: ['a'] }
    expect((await service.request(apiKey, 'POST', '/v1/monitors', monitorBody)).status).toBe(201)
    expect((await service.request(apiKey, 'POST', '/v1/filters', { name: 'f', content: { krs: ['18'] } })).status).toBe(
      201,
    )
    expect((await service.request(apiKey, 'GET', '/v1/record?krs=18')).status).toBe(200)
    await recordAuditAlone(service.storage, { accountId, actor: alone.email, action: 'filters.update', now: now() })
    const folder = join(service.service.dependencies.config.dataDir, 'reports', 'custom')
    await mkdir(folder, { recursive: true })
    await writeFile(join(folder, `${accountId}.csv`), 'x')
    const emptyJobFields = { filter_id: null, monitor_tag: null, error: null, claimed_by: null, claimed_until: null }
    await service.storage.db
      .insertInto('report_jobs')
      .values({
        ...emptyJobFields,
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
    const { slug } = await service.storage.db
      .selectFrom('accounts')
      .select('slug')
      .where('id', '=', accountId)
      .executeTakeFirstOrThrow()
    return { accountId, apiKey, slug, alone, both, other: other.accountId, folder }
  }
  async function tablesWith(accountId: string) {
    const found: string[] = []
    for (const table of await tablesWithColumn(service.storage.db, engine, 'account_id')) {
      const rowQuery = sql`select 1 from ${sql.table(table)} where account_id = ${accountId} limit 1`
      if ((await rowQuery.execute(service.storage.db)).rows.length > 0) found.push(table)
    }
    return found
  }

  it('of an account leaves only its verifiable books', async () => {
    const { accountId, apiKey, slug, alone, both, other, folder } = await createUsedAccount()
    const { dataDir } = service.service.dependencies.config
    const deletion = { slug, actor: 'cli', now: now(), withBooks: false }
    const deletedAccount = await deleteAccount(service.storage, dataDir, deletion)
    expect(deletedAccount).toMatchObject({ files: 1, people: [alone.email], rows: { monitors: 1, filters: 1 } })
    const books: readonly string[] = BOOKS_OF_AN_ACCOUNT
    const remainingTables = await tablesWith(accountId)
    expect(remainingTables).toContain('ledger')
    expect(remainingTables.filter((table) => !books.includes(table))).toEqual([])
    expect(await readdir(folder)).not.toContain(`${accountId}.csv`)
    expect((await service.request(apiKey, 'GET', '/v1/usage/summary')).status).toBe(401)
    expect(await verifyUsage({ storage: service.storage }, accountId)).toEqual([])
    expect(await verifyAudit(service.storage, accountId)).toMatchObject({ entries: 2, problem: null })
    expect((await entriesOf(accountId)).at(-1)).toMatchObject({ action: 'accounts.delete', actor: 'cli' })
    // A person who is also a member elsewhere is not deleted.
    expect(await findUserByEmail(service.storage.db, alone.email)).toBeUndefined()
    expect(await findMember(service.storage.db, other, both.id)).toMatchObject({ role: 'owner' })
    expect(await deleteAccount(service.storage, dataDir, deletion)).toBeUndefined()
  })

  it('of an account with its books leaves no rows', async () => {
    const { accountId, slug } = await createUsedAccount()
    const { dataDir } = service.service.dependencies.config
    await deleteAccount(service.storage, dataDir, { slug, actor: 'cli', now: now(), withBooks: true })
    expect(await tablesWith(accountId)).toEqual([])
    const row = service.storage.db.selectFrom('accounts').select('id').where('id', '=', accountId)
    expect(await row.execute()).toEqual([])
  })
})
