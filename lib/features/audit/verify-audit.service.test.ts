import { createHash } from 'node:crypto'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { up } from '@/lib/storage/migrations/026-audit-chains'
import { asAccountTx } from '@/lib/testing/as-account-tx'
import { engines, startTestService, TEST_AUDIT_KEY, type TestService } from '@/lib/testing/service'

import { recordAuditAlone } from './audit'
import { type AnchorTarget, anchorLogs, anchorTargetOf, readAnchors } from './audit-anchors'
import { plainHash } from './audit-hashes'
import { listEntriesAfter, findChain, putChain } from './statements/audit'
import type { AuditEntryTable } from './tables'
import { useAuditKey, beginNewAuditKey } from './use-audit-key'
import { verifyAudit } from './verify-audit'

const silentLog = { info: () => undefined, error: () => undefined }

describe.each(engines)('tampering by someone with access to the database, on %s', (engine) => {
  let service: TestService
  let folder = ''
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'registers-anchors-'))
    service = await startTestService({ engine })
    // An attacker with access to the database would drop the triggers first.
    const triggers =
      engine === 'postgres'
        ? ['audit_entries_no_change on audit_entries', 'audit_entries_no_delete on audit_entries']
        : ['audit_entries_no_update', 'audit_entries_no_delete']
    for (const trigger of triggers) await sql.raw(`drop trigger ${trigger}`).execute(service.storage.db)
  })
  afterAll(() => service.stop())

  const record = (accountId: string) =>
    recordAuditAlone(service.storage, {
      accountId,
      actor: 'a@example.test',
      action: 'filters.update',
      now: service.clock.now(),
    })
  async function logOf(entries: number) {
    const { accountId } = await service.createAccount()
    for (let n = 0; n < entries; n += 1) await record(accountId)
    return accountId
  }
  const entriesOf = (accountId: string) => listEntriesAfter(service.storage.db, accountId, { number: 0, limit: 1000 })
  const database = () => service.storage.db
  const cutFrom = (accountId: string, number: number) =>
    database().deleteFrom('audit_entries').where('account_id', '=', accountId).where('number', '>=', number).execute()
  const chainOf = async (accountId: string) => (await findChain(service.storage.db, accountId)) ?? expect.fail()
  const createTarget = (): AnchorTarget => anchorTargetOf(join(folder, `${Math.random()}.jsonl`))
  const anchor = (place: AnchorTarget) =>
    anchorLogs({ storage: service.storage, place, log: silentLog, now: service.clock.now() })
  const anchorsIn = async (place: AnchorTarget) => (await readAnchors(place.file ?? '', TEST_AUDIT_KEY)).anchors
  const check = (accountId: string) => verifyAudit(service.storage, accountId)

  it('by changing or deleting an entry is detected', async () => {
    const [changed, shortened] = [await logOf(5), await logOf(5)]
    const change = database().updateTable('audit_entries').set({ actor: 'b@example.test' })
    await change.where('account_id', '=', changed).where('number', '=', 3).execute()
    await database().deleteFrom('audit_entries').where('account_id', '=', shortened).where('number', '=', 2).execute()
    expect(await check(changed)).toMatchObject({ entries: 2, brokenAt: 3, problem: 'entry' })
    expect(await check(shortened)).toMatchObject({ entries: 1, brokenAt: 2, problem: 'entry' })
  })

  it('by rewriting everything without the key is detected', async () => {
    const accountId = await logOf(4)
    let previous_hash = ''
    for (const { hash: _hash, ...entry } of await entriesOf(accountId)) {
      const forged: Omit<AuditEntryTable, 'hash'> = { ...entry, actor: 'b@example.test', previous_hash }
      const hash = plainHash(forged)
      await database()
        .updateTable('audit_entries')
        .set({ ...forged, hash })
        .where('account_id', '=', accountId)
        .where('number', '=', entry.number)
        .execute()
      previous_hash = hash
    }
    expect(await check(accountId)).toMatchObject({ entries: 0, brokenAt: 1, problem: 'entry' })
    // Declaring the entries older than the key does not help either.
    await putChain(asAccountTx(service.storage.db), {
      ...(await chainOf(accountId)),
      plain_until: 4,
      keyed_from: 5,
      base_head: previous_hash,
    })
    expect(await check(accountId)).toMatchObject({ problem: 'seal' })
  })

  it('by cutting off the end, with or without its stored state, is detected', async () => {
    const [cut, forged, emptied] = [await logOf(5), await logOf(5), await logOf(3)]
    await cutFrom(cut, 4)
    expect(await check(cut)).toMatchObject({ entries: 3, brokenAt: 4, problem: 'end' })
    await cutFrom(forged, 4)
    const head = (await entriesOf(forged)).at(-1)?.hash ?? ''
    await putChain(asAccountTx(service.storage.db), { ...(await chainOf(forged)), entries: 3, head })
    expect(await check(forged)).toMatchObject({ brokenAt: 4, problem: 'seal' })
    await cutFrom(emptied, 1)
    expect(await check(emptied)).toMatchObject({ entries: 0, brokenAt: 1, problem: 'end' })
    await record(forged)
    await record(emptied)
    expect(await check(forged)).toMatchObject({ problem: 'seal' })
    expect(await check(emptied)).toMatchObject({ brokenAt: 1, problem: 'entry' })
  })

  it('by adding an entry is detected, and further entries can still be recorded', async () => {
    const accountId = await logOf(2)
    await insertOldEntry(accountId, 3, (await chainOf(accountId)).head)
    await record(accountId)
    expect(await entriesOf(accountId)).toHaveLength(4)
    expect(await check(accountId)).toMatchObject({ entries: 2, brokenAt: 3, problem: 'entry' })
  })

  it('by restoring an older state of a log is detected only by the anchors', async () => {
    const [cut, emptied, continued] = [await logOf(3), await logOf(3), await logOf(3)]
    const older = await chainOf(cut)
    const olderContinued = await chainOf(continued)
    for (const accountId of [cut, continued]) for (let n = 0; n < 2; n += 1) await record(accountId)
    const place = createTarget()
    await anchor(place)
    await cutFrom(cut, 4)
    await putChain(asAccountTx(service.storage.db), older)
    await cutFrom(emptied, 1)
    await service.storage.db.deleteFrom('audit_chains').where('account_id', '=', emptied).execute()
    await cutFrom(continued, 4)
    await putChain(asAccountTx(service.storage.db), olderContinued)
    for (let n = 0; n < 3; n += 1) {
      service.clock.advance(1000)
      await record(continued)
    }
    const anchors = await anchorsIn(place)
    for (const accountId of [cut, emptied, continued]) expect(await check(accountId)).toMatchObject({ problem: null })
    const checkWithAnchors = (accountId: string) => verifyAudit(service.storage, accountId, anchors)
    expect(await checkWithAnchors(cut)).toMatchObject({ brokenAt: 4, problem: 'anchor', anchors: 1 })
    expect(await checkWithAnchors(emptied)).toMatchObject({ entries: 0, brokenAt: 1, problem: 'anchor' })
    // The log has at least the original length, but a different entry at this position.
    expect(await checkWithAnchors(continued)).toMatchObject({ entries: 4, brokenAt: 5, problem: 'anchor' })
  })

  it('by forging an anchor is ignored, and the genuine anchors stay usable', async () => {
    const accountId = await logOf(2)
    const place = createTarget()
    await anchor(place)
    const [line] = (await anchorsIn(place)).filter(({ account }) => account === accountId)
    const text = await readFile(place.file ?? '', 'utf8')
    writeFileSync(place.file ?? '', `${text}${JSON.stringify({ ...line, entries: 1 })}\nno json\n`)
    const lines = text.trimEnd().split('\n').length
    const read = await readAnchors(place.file ?? '', TEST_AUDIT_KEY)
    expect(read.foreign).toEqual([lines + 1, lines + 2])
    expect(await verifyAudit(service.storage, accountId, read.anchors)).toMatchObject({ problem: null, anchors: 1 })
  })

  it('with entries from before the key, which are valid by themselves, is detected', async () => {
    const { accountId } = await service.createAccount()
    let previous_hash = ''
    for (let number = 1; number <= 3; number += 1) {
      const entry = await insertOldEntry(accountId, number, previous_hash)
      previous_hash = entry.hash
    }
    const legacy = { entries: 3, head: previous_hash, plain_until: 3, keyed_from: 4, base_head: previous_hash }
    await putChain(asAccountTx(service.storage.db), {
      account_id: accountId,
      ...legacy,
      kept_from: 1,
      kept_head: '',
      seal: 'unsealed',
    })
    await record(accountId)
    expect(await check(accountId)).toMatchObject({ entries: 4, problem: null, keyedFrom: 4 })
    await database().deleteFrom('audit_entries').where('account_id', '=', accountId).where('number', '=', 3).execute()
    await insertOldEntry(accountId, 3, 'x')
    expect(await check(accountId)).toMatchObject({ brokenAt: 3, problem: 'entry' })
  })

  it('is not reported for an older log, whose end the migration stores', async () => {
    const { accountId } = await service.createAccount()
    const first = await insertOldEntry(accountId, 1, '')
    const second = await insertOldEntry(accountId, 2, first.hash)
    await restoreOldSchema()
    // Safe: migrations are untyped.
    await up(service.storage.db as Kysely<unknown>, engine)
    expect(await chainOf(accountId)).toMatchObject({ entries: 2, head: second.hash, keyed_from: 3, seal: 'unsealed' })
    expect(await check(accountId)).toMatchObject({ entries: 2, keyedFrom: 3, problem: null })
    await record(accountId)
    expect(await check(accountId)).toMatchObject({ entries: 3, keyedFrom: 3, problem: null })
  })

  async function restoreOldSchema() {
    const { db } = service.storage
    await sql.raw('drop table audit_chains').execute(db)
    if (engine === 'postgres') {
      await sql.raw('drop function if exists audit_entry_is_kept()').execute(db)
      const trigger = `create trigger audit_entries_no_change before update or delete or truncate on audit_entries
        for each statement execute function audit_is_append_only()`
      await sql.raw(trigger).execute(db)
    } else {
      const trigger = `create trigger audit_entries_no_delete before delete on audit_entries
        begin select raise(abort, 'the audit log is append-only'); end`
      await sql.raw(trigger).execute(db)
    }
  }

  async function insertOldEntry(accountId: string, number: number, previous_hash: string) {
    const entry = {
      account_id: accountId,
      number,
      at: service.clock.now().toISOString(),
      actor: 'a',
      action: 'filters.update',
    }
    const rest = { target: null, before: null, after: null, address: null, request_id: null, previous_hash }
    const line = { ...entry, ...rest }
    // The exact values that were hashed at that time.
    const values = [accountId, number, line.at, 'a', 'filters.update', null, null, null, null, null, previous_hash]
    const hash = createHash('sha256').update(JSON.stringify(values)).digest('hex')
    await database()
      .insertInto('audit_entries')
      .values({ ...line, hash })
      .execute()
    return { ...line, hash }
  }
})

describe.each(engines)('the key of the audit log on %s', (engine) => {
  let service: TestService
  beforeAll(async () => {
    service = await startTestService({ engine })
  })
  afterAll(() => service.stop())

  it('must be the one the log was started with, until it is lost and a new key starts', async () => {
    const { accountId } = await service.createAccount()
    const record = () =>
      recordAuditAlone(service.storage, { accountId, actor: 'a', action: 'filters.update', now: service.clock.now() })
    await useAuditKey(service.storage, TEST_AUDIT_KEY)
    await record()
    await expect(useAuditKey(service.storage, 'another key of the audit log')).rejects.toThrow(/new-key/)
    const newParts = await beginNewAuditKey(service.storage, 'another key of the audit log', service.clock.now())
    expect(newParts).toMatchObject([{ keyedFrom: 2 }])
    await record()
    expect(await verifyAudit(service.storage, accountId)).toMatchObject({ entries: 3, keyedFrom: 2, problem: null })
    await useAuditKey(service.storage, 'another key of the audit log')
    await expect(useAuditKey(service.storage, TEST_AUDIT_KEY)).rejects.toThrow(/new-key/)
  })

  it('writes anchors only for new entries, and logs when they cannot be written', async () => {
    const { accountId } = await service.createAccount()
    await recordAuditAlone(service.storage, {
      accountId,
      actor: 'a',
      action: 'filters.update',
      now: service.clock.now(),
    })
    const lines: object[] = []
    const log = { info: () => undefined, error: (line: object) => void lines.push(line) }
    const missing = anchorTargetOf(join(service.service.dependencies.config.dataDir, 'nowhere', 'anchors.jsonl'))
    const writeAnchors = (place: AnchorTarget) =>
      anchorLogs({ storage: service.storage, place, log, now: service.clock.now() })
    await writeAnchors(missing)
    expect(missing.isFailing()).toBe(true)
    expect(lines).toMatchObject([{ event: 'audit.anchorFailed' }])
    const place = anchorTargetOf(join(service.service.dependencies.config.dataDir, 'anchors.jsonl'))
    await writeAnchors(place)
    const first = await readFile(place.file ?? '', 'utf8')
    // Anchors are written only for new entries.
    await writeAnchors(place)
    expect(await readFile(place.file ?? '', 'utf8')).toBe(first)
    expect(place.isFailing()).toBe(false)
  })
})
