import { createHash, createHmac } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'

import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { Monitor } from '@/lib/contract/monitors'
import { makeBackup } from '@/lib/panel/backup/backup'
import { findDeletedMonitor, recordedValuesOf } from '@/lib/service/monitors/statements/evidence'
import { OPEN_EVIDENCE_KEY, SEALED_EVIDENCE_KEY } from '@/lib/service/monitors/statements/recorded-values'
import { deleteMeta, findMeta, putMeta } from '@/lib/storage/meta'
import { createCaller } from '@/lib/testing/caller'
import { peselOf } from '@/lib/testing/identifiers'
import { engines, startTestService, TEST_AUDIT_KEY, type TestService } from '@/lib/testing/service'

import { beginNewAuditKey } from './use-audit-key'
import { useEvidenceKey } from './use-evidence-key'

const OPEN = 'c0ffee'.padEnd(64, '0')

describe.each(engines)('the evidence key on %s', (engine) => {
  let service: TestService
  beforeAll(async () => {
    service = await startTestService({ engine })
  })
  afterAll(() => service.stop())

  function bytesIn(folder: string): string {
    const names = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    const contents = names.map(({ parentPath, name }) => {
      const bytes = readFileSync(join(parentPath, name))
      return name.endsWith('.gz') ? gunzipSync(bytes) : bytes
    })
    return Buffer.concat(contents).toString('latin1')
  }
  async function readBackup(): Promise<string> {
    const folder = mkdtempSync(join(tmpdir(), 'registers-evidence-'))
    const { dataDir } = service.place
    await makeBackup({ storage: service.storage, dataDir, folder, now: () => service.clock.now() })
    const bytes = bytesIn(folder)
    rmSync(folder, { recursive: true })
    return bytes
  }
  const rowsOfMeta = () => service.storage.db.selectFrom('meta').selectAll().execute()

  it('leaves nothing in the store or a backup that reveals a deleted number', async () => {
    const { accountId, call } = await createCaller(service)
    const pesel = peselOf(41)
    const monitor = { identifier_type: 'pesel', identifier_value: pesel }
    const { body } = await call<Monitor>('POST', '/v1/monitors', monitor)
    await call('DELETE', `/v1/monitors/${body.id}`)
    const deleted = await findDeletedMonitor(service.storage.db, accountId, body.id)
    const value = deleted?.identifier_value ?? ''
    // With the key the number can still be found, as certificates do.
    expect((await recordedValuesOf(service.storage.db, accountId)).value('pesel', pesel)).toBe(value)
    const hash = value.split('#')[1] ?? 'none'
    const isHash = (hex: string) => hex.includes(hash)
    const texts = (await rowsOfMeta()).map((row) => row.value)
    expect(texts.length).toBeGreaterThan(1)
    for (const data of [pesel, `${accountId}\n${pesel}`]) {
      expect(isHash(createHash('sha256').update(data).digest('hex'))).toBe(false)
      for (const key of [...texts, accountId, body.id]) {
        expect(isHash(createHmac('sha256', key).update(data).digest('hex'))).toBe(false)
      }
    }
    expect(await readBackup()).not.toContain(pesel)
    if (engine !== 'sqlite') return
    await sql`pragma wal_checkpoint(truncate)`.execute(service.storage.db)
    expect(bytesIn(service.place.dataDir)).not.toContain(pesel)
  })

  it('is removed in plain form from an older store, whose hashes stay the same', async () => {
    const { db } = service.storage
    const { accountId } = await createCaller(service)
    await deleteMeta(db, SEALED_EVIDENCE_KEY)
    await putMeta(db, OPEN_EVIDENCE_KEY, OPEN)
    // Several processes may start at once.
    await Promise.all([
      useEvidenceKey(service.storage, TEST_AUDIT_KEY),
      useEvidenceKey(service.storage, TEST_AUDIT_KEY),
    ])
    expect(await findMeta(db, OPEN_EVIDENCE_KEY)).toBeUndefined()
    const hash = createHmac('sha256', OPEN)
      .update(`${accountId}\n${peselOf(42)}`)
      .digest('hex')
      .slice(0, 16)
    expect((await recordedValuesOf(db, accountId)).value('pesel', peselOf(42))).toMatch(new RegExp(`#${hash}$`))
    expect(await readBackup()).not.toContain(OPEN)
    if (engine === 'sqlite') expect(bytesIn(service.place.dataDir)).not.toContain(OPEN)
  })

  it('cannot be opened with another audit key, and is replaced when the audit key is lost', async () => {
    const { accountId } = await createCaller(service)
    const valueNow = async () => (await recordedValuesOf(service.storage.db, accountId)).value('pesel', peselOf(43))
    const before = await valueNow()
    const other = 'another key of the audit logs of the tests'
    await expect(useEvidenceKey(service.storage, other)).rejects.toThrow('cannot be opened')
    await beginNewAuditKey(service.storage, other, service.clock.now())
    const after = await valueNow()
    expect(after).not.toBe(before)
    await useEvidenceKey(service.storage, other)
    expect(await valueNow()).toBe(after)
  })
})
