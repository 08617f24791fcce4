import * as fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { auditWordsOf } from '@/lib/domain/audit/audit-catalogue'
import { listEntriesAfter, readLastEntry } from '@/lib/storage/panel/audit/audit'
import { machineValues, SEED, personalTexts, writtenPesels } from '@/lib/testing/personal-texts'
import { engines, startTestService, type TestService } from '@/lib/testing/service'

import { type AuditEvent, recordAudit, verifyAudit } from './audit'
import { auditCsv } from './audit-csv'

describe.each(engines)('the audit log on %s', (engine) => {
  let at: TestService
  beforeAll(async () => {
    at = await startTestService({ engine })
  })
  afterAll(() => at.stop())

  const record = (accountId: string, more: Pick<AuditEvent, 'target' | 'before' | 'after'> = {}) =>
    recordAudit(at.storage, {
      accountId,
      actor: 'a@example.test',
      action: 'filters.update',
      now: at.clock.now(),
      ...more,
    })
  const entriesOf = (accountId: string) => listEntriesAfter(at.storage.db, accountId, { number: 0, limit: 1000 })

  it('numbers the events of an account without a gap, also when they come together', async () => {
    const [one, other] = [await at.createAccount(), await at.createAccount()]
    await Promise.all(Array.from({ length: 20 }, (_, n) => record(n % 4 === 0 ? other.accountId : one.accountId)))
    const numbers = (await entriesOf(one.accountId)).map(({ number }) => number)
    expect(numbers).toEqual(Array.from({ length: 15 }, (_, n) => n + 1))
    expect(await verifyAudit(at.storage.db, one.accountId)).toEqual({ entries: 15, brokenAt: null })
    expect(await verifyAudit(at.storage.db, other.accountId)).toEqual({ entries: 5, brokenAt: null })
  })

  it('holds no personal number, wherever it was passed', async () => {
    const { accountId } = await at.createAccount()
    await record(accountId, {
      target: '44051401359',
      before: { identifier_type: 'pesel', identifier_value: '44051401359' },
      // The second one is mistyped.
      after: { label: 'Jan 44051401359', reason: 'spłata: 44051401358' },
    })
    const [entry] = await entriesOf(accountId)
    expect(entry).toMatchObject({ action: 'filters.update' })
    expect(JSON.stringify(entry)).not.toMatch(/4405140135\d/)
  })

  it('keeps every hash, id, amount and day as it was, and no number in any text of an event', async () => {
    const { accountId } = await at.createAccount()
    const details = fc.record({ sha256: machineValues, note: machineValues, total: fc.nat() })
    const told = fc
      .tuple(personalTexts, writtenPesels)
      .map(([word, { pesel, written }]) => ({ pesel, text: `${word} ${written}` }))
    const event = fc.tuple(details, told)
    await fc.assert(
      fc.asyncProperty(event, async ([after, { pesel, text }]) => {
        await record(accountId, { target: text, before: { label: text, pesel }, after })
        const entry = (await readLastEntry(at.storage.db, accountId)) ?? expect.fail()
        expect(JSON.parse(entry.after ?? '')).toEqual(after)
        const line = auditCsv.line(auditWordsOf('pl'), {
          entry,
          told: { ...entry, target_name: entry.target, target_about: null },
        })
        for (const kept of [entry.target, entry.before, line]) expect(kept).toContain('•••••••')
        expect(line.normalize('NFKC').replaceAll(/[^\d;"{}a-z]/g, '')).not.toContain(pesel)
      }),
      { ...SEED, numRuns: 100 },
    )
    expect(await verifyAudit(at.storage.db, accountId)).toEqual({ entries: 100, brokenAt: null })
  })

  it('keeps an id that looks like a personal number', async () => {
    const { accountId } = await at.createAccount()
    const target = '0f8fad5b-d9cb-469f-a165-a44051401359'
    await record(accountId, { target })
    expect(await entriesOf(accountId)).toMatchObject([{ target }])
  })

  it('cannot be changed or shortened', async () => {
    const { accountId } = await at.createAccount()
    await record(accountId)
    const change = at.storage.db
      .updateTable('audit_entries')
      .set({ actor: 'b@example.test' })
      .where('account_id', '=', accountId)
    await expect(change.execute()).rejects.toThrow(/append-only/)
    const removal = at.storage.db.deleteFrom('audit_entries').where('account_id', '=', accountId)
    await expect(removal.execute()).rejects.toThrow(/append-only/)
  })

  it('names the first entry that somebody with the database in hand has changed or taken out', async () => {
    const [changed, shortened] = [await at.createAccount(), await at.createAccount()]
    for (const { accountId } of [changed, shortened]) {
      for (let n = 0; n < 5; n++) await record(accountId)
    }
    await withoutTriggers(async () => {
      await at.storage.db
        .updateTable('audit_entries')
        .set({ actor: 'b@example.test' })
        .where('account_id', '=', changed.accountId)
        .where('number', '=', 3)
        .execute()
      await at.storage.db
        .deleteFrom('audit_entries')
        .where('account_id', '=', shortened.accountId)
        .where('number', '=', 2)
        .execute()
    })
    expect(await verifyAudit(at.storage.db, changed.accountId)).toEqual({ entries: 2, brokenAt: 3 })
    expect(await verifyAudit(at.storage.db, shortened.accountId)).toEqual({ entries: 1, brokenAt: 2 })
  })

  async function withoutTriggers(work: () => Promise<void>) {
    const names = ['audit_entries_no_update', 'audit_entries_no_delete', 'audit_entries_no_change']
    for (const name of names.filter((each) =>
      each.endsWith('change') ? engine === 'postgres' : engine === 'sqlite',
    )) {
      await sql.raw(`drop trigger ${name}${engine === 'postgres' ? ' on audit_entries' : ''}`).execute(at.storage.db)
    }
    await work()
  }
})
