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

const quiet = { info: () => undefined, error: () => undefined }

describe.each(engines)('who holds the database, on %s,', (engine) => {
  let at: TestService
  let folder = ''
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'registers-anchors-'))
    at = await startTestService({ engine })
    // An attacker with access to the database begins with this.
    const triggers =
      engine === 'postgres'
        ? ['audit_entries_no_change on audit_entries', 'audit_entries_no_delete on audit_entries']
        : ['audit_entries_no_update', 'audit_entries_no_delete']
    for (const trigger of triggers) await sql.raw(`drop trigger ${trigger}`).execute(at.storage.db)
  })
  afterAll(() => at.stop())

  const record = (accountId: string) =>
    recordAuditAlone(at.storage, { accountId, actor: 'a@example.test', action: 'filters.update', now: at.clock.now() })
  async function logOf(entries: number) {
    const { accountId } = await at.createAccount()
    for (let n = 0; n < entries; n += 1) await record(accountId)
    return accountId
  }
  const entriesOf = (accountId: string) => listEntriesAfter(at.storage.db, accountId, { number: 0, limit: 1000 })
  const entries = () => at.storage.db
  const cutFrom = (accountId: string, number: number) =>
    entries().deleteFrom('audit_entries').where('account_id', '=', accountId).where('number', '>=', number).execute()
  const chainOf = async (accountId: string) => (await findChain(at.storage.db, accountId)) ?? expect.fail()
  const placed = (): AnchorTarget => anchorTargetOf(join(folder, `${Math.random()}.jsonl`))
  const anchor = (place: AnchorTarget) => anchorLogs({ storage: at.storage, place, log: quiet, now: at.clock.now() })
  const anchorsIn = async (place: AnchorTarget) => (await readAnchors(place.file ?? '', TEST_AUDIT_KEY)).anchors
  const check = (accountId: string) => verifyAudit(at.storage, accountId)

  it('changes an entry or takes one out, and is found', async () => {
    const [changed, shortened] = [await logOf(5), await logOf(5)]
    const one = entries().updateTable('audit_entries').set({ actor: 'b@example.test' })
    await one.where('account_id', '=', changed).where('number', '=', 3).execute()
    await entries().deleteFrom('audit_entries').where('account_id', '=', shortened).where('number', '=', 2).execute()
    expect(await check(changed)).toMatchObject({ entries: 2, brokenAt: 3, problem: 'entry' })
    expect(await check(shortened)).toMatchObject({ entries: 1, brokenAt: 2, problem: 'entry' })
  })

  it('rewrites everything without the key, and is found', async () => {
    const accountId = await logOf(4)
    let previous_hash = ''
    for (const { hash: _hash, ...entry } of await entriesOf(accountId)) {
      const forged: Omit<AuditEntryTable, 'hash'> = { ...entry, actor: 'b@example.test', previous_hash }
      const hash = plainHash(forged)
      await entries()
        .updateTable('audit_entries')
        .set({ ...forged, hash })
        .where('account_id', '=', accountId)
        .where('number', '=', entry.number)
        .execute()
      previous_hash = hash
    }
    expect(await check(accountId)).toMatchObject({ entries: 0, brokenAt: 1, problem: 'entry' })
    // Declaring the entries older than the key does not help either.
    await putChain(asAccountTx(at.storage.db), {
      ...(await chainOf(accountId)),
      plain_until: 4,
      keyed_from: 5,
      base_head: previous_hash,
    })
    expect(await check(accountId)).toMatchObject({ problem: 'seal' })
  })

  it('cuts the end off, also together with what is kept of it, and is found', async () => {
    const [cut, forged, emptied] = [await logOf(5), await logOf(5), await logOf(3)]
    await cutFrom(cut, 4)
    expect(await check(cut)).toMatchObject({ entries: 3, brokenAt: 4, problem: 'end' })
    await cutFrom(forged, 4)
    const head = (await entriesOf(forged)).at(-1)?.hash ?? ''
    await putChain(asAccountTx(at.storage.db), { ...(await chainOf(forged)), entries: 3, head })
    expect(await check(forged)).toMatchObject({ brokenAt: 4, problem: 'seal' })
    await cutFrom(emptied, 1)
    expect(await check(emptied)).toMatchObject({ entries: 0, brokenAt: 1, problem: 'end' })
    await record(forged)
    await record(emptied)
    expect(await check(forged)).toMatchObject({ problem: 'seal' })
    expect(await check(emptied)).toMatchObject({ brokenAt: 1, problem: 'entry' })
  })

  it('adds an entry, and is found, and stops nobody', async () => {
    const accountId = await logOf(2)
    await oldEntry(accountId, 3, (await chainOf(accountId)).head)
    await record(accountId)
    expect(await entriesOf(accountId)).toHaveLength(4)
    expect(await check(accountId)).toMatchObject({ entries: 2, brokenAt: 3, problem: 'entry' })
  })

  it('puts back an older state of a log, and is found by the anchors alone', async () => {
    const [cut, emptied, continued] = [await logOf(3), await logOf(3), await logOf(3)]
    const older = await chainOf(cut)
    const olderContinued = await chainOf(continued)
    for (const accountId of [cut, continued]) for (let n = 0; n < 2; n += 1) await record(accountId)
    const place = placed()
    await anchor(place)
    await cutFrom(cut, 4)
    await putChain(asAccountTx(at.storage.db), older)
    await cutFrom(emptied, 1)
    await at.storage.db.deleteFrom('audit_chains').where('account_id', '=', emptied).execute()
    await cutFrom(continued, 4)
    await putChain(asAccountTx(at.storage.db), olderContinued)
    for (let n = 0; n < 3; n += 1) {
      at.clock.advance(1000)
      await record(continued)
    }
    const anchors = await anchorsIn(place)
    for (const accountId of [cut, emptied, continued]) expect(await check(accountId)).toMatchObject({ problem: null })
    const found = (accountId: string) => verifyAudit(at.storage, accountId, anchors)
    expect(await found(cut)).toMatchObject({ brokenAt: 4, problem: 'anchor', anchors: 1 })
    expect(await found(emptied)).toMatchObject({ entries: 0, brokenAt: 1, problem: 'anchor' })
    // The log has at least the original length, but a different entry at this position.
    expect(await found(continued)).toMatchObject({ entries: 4, brokenAt: 5, problem: 'anchor' })
  })

  it('cannot make an anchor, and is not in the way of the true ones', async () => {
    const accountId = await logOf(2)
    const place = placed()
    await anchor(place)
    const [line] = (await anchorsIn(place)).filter(({ account }) => account === accountId)
    const text = await readFile(place.file ?? '', 'utf8')
    writeFileSync(place.file ?? '', `${text}${JSON.stringify({ ...line, entries: 1 })}\nno json\n`)
    const lines = text.trimEnd().split('\n').length
    const read = await readAnchors(place.file ?? '', TEST_AUDIT_KEY)
    expect(read.foreign).toEqual([lines + 1, lines + 2])
    expect(await verifyAudit(at.storage, accountId, read.anchors)).toMatchObject({ problem: null, anchors: 1 })
  })

  it('reads entries from before the key as such, and they are kept from then on', async () => {
    const { accountId } = await at.createAccount()
    let previous_hash = ''
    for (let number = 1; number <= 3; number += 1) {
      const entry = await oldEntry(accountId, number, previous_hash)
      previous_hash = entry.hash
    }
    const legacy = { entries: 3, head: previous_hash, plain_until: 3, keyed_from: 4, base_head: previous_hash }
    await putChain(asAccountTx(at.storage.db), {
      account_id: accountId,
      ...legacy,
      kept_from: 1,
      kept_head: '',
      seal: 'unsealed',
    })
    await record(accountId)
    expect(await check(accountId)).toMatchObject({ entries: 4, problem: null, keyedFrom: 4 })
    await entries().deleteFrom('audit_entries').where('account_id', '=', accountId).where('number', '=', 3).execute()
    await oldEntry(accountId, 3, 'x')
    expect(await check(accountId)).toMatchObject({ brokenAt: 3, problem: 'entry' })
  })

  it('finds a log of before with where it ended then', async () => {
    const { accountId } = await at.createAccount()
    const first = await oldEntry(accountId, 1, '')
    const second = await oldEntry(accountId, 2, first.hash)
    await asBefore()
    // Safe: migrations are untyped.
    await up(at.storage.db as Kysely<unknown>, engine)
    expect(await chainOf(accountId)).toMatchObject({ entries: 2, head: second.hash, keyed_from: 3, seal: 'unsealed' })
    expect(await check(accountId)).toMatchObject({ entries: 2, keyedFrom: 3, problem: null })
    await record(accountId)
    expect(await check(accountId)).toMatchObject({ entries: 3, keyedFrom: 3, problem: null })
  })

  async function asBefore() {
    const { db } = at.storage
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

  async function oldEntry(accountId: string, number: number, previous_hash: string) {
    const entry = {
      account_id: accountId,
      number,
      at: at.clock.now().toISOString(),
      actor: 'a',
      action: 'filters.update',
    }
    const rest = { target: null, before: null, after: null, address: null, request_id: null, previous_hash }
    const line = { ...entry, ...rest }
    // The exact values that were hashed at that time.
    const values = [accountId, number, line.at, 'a', 'filters.update', null, null, null, null, null, previous_hash]
    const hash = createHash('sha256').update(JSON.stringify(values)).digest('hex')
    await entries()
      .insertInto('audit_entries')
      .values({ ...line, hash })
      .execute()
    return { ...line, hash }
  }
})

describe.each(engines)('the key of the audit log on %s', (engine) => {
  let at: TestService
  beforeAll(async () => {
    at = await startTestService({ engine })
  })
  afterAll(() => at.stop())

  it('is the one that the log was begun with, until it is lost and begun anew', async () => {
    const { accountId } = await at.createAccount()
    const record = () =>
      recordAuditAlone(at.storage, { accountId, actor: 'a', action: 'filters.update', now: at.clock.now() })
    await useAuditKey(at.storage, TEST_AUDIT_KEY)
    await record()
    await expect(useAuditKey(at.storage, 'another key of the audit log')).rejects.toThrow(/new-key/)
    const began = await beginNewAuditKey(at.storage, 'another key of the audit log', at.clock.now())
    expect(began).toMatchObject([{ keyedFrom: 2 }])
    await record()
    expect(await verifyAudit(at.storage, accountId)).toMatchObject({ entries: 3, keyedFrom: 2, problem: null })
    await useAuditKey(at.storage, 'another key of the audit log')
    await expect(useAuditKey(at.storage, TEST_AUDIT_KEY)).rejects.toThrow(/new-key/)
  })

  it('says when anchors cannot be written, and writes them when they can', async () => {
    const { accountId } = await at.createAccount()
    await recordAuditAlone(at.storage, { accountId, actor: 'a', action: 'filters.update', now: at.clock.now() })
    const lines: object[] = []
    const log = { info: () => undefined, error: (line: object) => void lines.push(line) }
    const missing = anchorTargetOf(join(at.service.dependencies.config.dataDir, 'nowhere', 'anchors.jsonl'))
    const turn = (place: AnchorTarget) => anchorLogs({ storage: at.storage, place, log, now: at.clock.now() })
    await turn(missing)
    expect(missing.isFailing()).toBe(true)
    expect(lines).toMatchObject([{ event: 'audit.anchorFailed' }])
    const place = anchorTargetOf(join(at.service.dependencies.config.dataDir, 'anchors.jsonl'))
    await turn(place)
    const first = await readFile(place.file ?? '', 'utf8')
    // Anchors are written only for new entries.
    await turn(place)
    expect(await readFile(place.file ?? '', 'utf8')).toBe(first)
    expect(place.isFailing()).toBe(false)
  })
})
