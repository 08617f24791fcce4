import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { machineValues, SEED, personalTexts, writtenPesels } from '@/lib/testing/personal-texts'
import { engines, startTestService, type TestService } from '@/lib/testing/service'

import { type AuditEvent, recordAuditAlone } from './audit'
import { auditCsv } from './audit-csv'
import { auditWordsOf } from './domain/audit-catalogue'
import { listEntriesAfter, readLastEntry } from './statements/audit'
import { verifyAudit } from './verify-audit'

describe.each(engines)('the audit log on %s', (engine) => {
  let service: TestService
  beforeAll(async () => {
    service = await startTestService({ engine })
  })
  afterAll(() => service.stop())

  const record = (accountId: string, more: Pick<AuditEvent, 'target' | 'before' | 'after'> = {}) =>
    recordAuditAlone(service.storage, {
      accountId,
      actor: 'a@example.test',
      action: 'filters.update',
      now: service.clock.now(),
      ...more,
    })
  const entriesOf = (accountId: string) => listEntriesAfter(service.storage.db, accountId, { number: 0, limit: 1000 })

  it('numbers the events of an account without a gap, even when they are concurrent', async () => {
    const [one, other] = [await service.createAccount(), await service.createAccount()]
    await Promise.all(Array.from({ length: 20 }, (_, n) => record(n % 4 === 0 ? other.accountId : one.accountId)))
    const numbers = (await entriesOf(one.accountId)).map(({ number }) => number)
    expect(numbers).toEqual(Array.from({ length: 15 }, (_, n) => n + 1))
    expect(await verifyAudit(service.storage, one.accountId)).toMatchObject({ entries: 15, problem: null })
    expect(await verifyAudit(service.storage, other.accountId)).toMatchObject({ entries: 5, problem: null })
  })

  it('stores no personal number, wherever it was passed', async () => {
    const { accountId } = await service.createAccount()
    await record(accountId, {
      target: '44051401359',
      before: { identifier_type: 'pesel', identifier_value: '44051401359' },
      // The second number has a typing error.
      after: { label: 'Jan 44051401359', reason: 'spłata: 44051401358' },
    })
    const [entry] = await entriesOf(accountId)
    expect(entry).toMatchObject({ action: 'filters.update' })
    expect(JSON.stringify(entry)).not.toMatch(/4405140135\d/)
  })

  it('stores every hash, id, amount and day unchanged, and no personal number in any text of an event', async () => {
    const { accountId } = await service.createAccount()
    const details = fc.record({ sha256: machineValues, note: machineValues, total: fc.nat() })
    const personalText = fc
      .tuple(personalTexts, writtenPesels)
      .map(([word, { pesel, written }]) => ({ pesel, text: `${word} ${written}` }))
    const event = fc.tuple(details, personalText)
    await fc.assert(
      fc.asyncProperty(event, async ([after, { pesel, text }]) => {
        await record(accountId, { target: text, before: { label: text, pesel }, after })
        const entry = (await readLastEntry(service.storage.db, accountId)) ?? expect.fail()
        expect(JSON.parse(entry.after ?? '')).toEqual(after)
        const line = auditCsv.line(auditWordsOf('pl'), {
          entry,
          shown: { ...entry, target_name: entry.target, target_about: null },
        })
        for (const stored of [entry.target, entry.before, line]) expect(stored).toContain('•••••••')
        expect(line.normalize('NFKC').replaceAll(/[^\d;"{}a-z]/g, '')).not.toContain(pesel)
      }),
      { ...SEED, numRuns: 100 },
    )
    expect(await verifyAudit(service.storage, accountId)).toMatchObject({ entries: 100, problem: null })
  })

  it('keeps an id that looks like a personal number', async () => {
    const { accountId } = await service.createAccount()
    const target = '0f8fad5b-d9cb-469f-a165-a44051401359'
    await record(accountId, { target })
    expect(await entriesOf(accountId)).toMatchObject([{ target }])
  })

  it('cannot be changed or shortened', async () => {
    const { accountId } = await service.createAccount()
    await record(accountId)
    const change = service.storage.db
      .updateTable('audit_entries')
      .set({ actor: 'b@example.test' })
      .where('account_id', '=', accountId)
    await expect(change.execute()).rejects.toThrow(/append-only/)
    const removal = service.storage.db.deleteFrom('audit_entries').where('account_id', '=', accountId)
    await expect(removal.execute()).rejects.toThrow(/append-only/)
  })
})
