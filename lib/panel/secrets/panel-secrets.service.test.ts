import { readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { useAuditKey } from '@/lib/features/audit/use-audit-key'
import { verifyAudit } from '@/lib/features/audit/verify-audit'
import { findAccountBySlug } from '@/lib/service/accounts/statements/accounts'
import { openStorage } from '@/lib/storage/open'
import type { Storage } from '@/lib/storage/storage'
import { runCommand } from '@/lib/testing/command-line'
import { makeMember } from '@/lib/testing/people'
import { engines } from '@/lib/testing/service'
import { copyStore, type TestStore } from '@/lib/testing/stores'

import { insertRemoteAccount } from '../remote-accounts'
import { openKey, sealKey } from './key-custody'
import { openWithAny, type PanelSecrets, panelSecretsOf, replacePanelSecret } from './panel-secrets'
import { auditKeyIn } from './stored-secrets'

const [OLD, NEW] = ['the old secret of this panel, 32 long', 'the new secret of this panel, 32 long']

describe.each(engines)('rotating the panel secret on %s', (engine) => {
  let store: TestStore
  let storage: Storage
  beforeEach(async () => {
    store = await copyStore(engine)
    storage = await openStorage(store)
    await useAuditKey(storage, auditKeyIn({ auditKey: undefined, dataDir: store.dataDir }))
    vi.stubEnv('DATA_DIR', store.dataDir)
    vi.stubEnv('DATABASE_URL', store.databaseUrl ?? '')
    vi.stubEnv('LOG_LEVEL', 'silent')
  })
  afterEach(async () => {
    vi.unstubAllEnvs()
    await storage.close()
    await store.remove()
  })

  const env = (more: object = {}) => ({
    dataDir: store.dataDir,
    panelSecret: undefined,
    previousPanelSecret: undefined,
    ...more,
  })
  /** An account with its own key, and a person with an authenticator app. */
  async function insertSealed(secret: string) {
    await insertRemoteAccount(
      storage.db,
      { slug: 'acme', name: 'Acme', key: { apiKey: 'the-key', secret } },
      new Date(),
    )
    const accountId = (await findAccountBySlug(storage.db, 'acme'))?.id ?? ''
    const { id: userId } = await makeMember(storage, { accountId })
    const app = { user_id: userId, sealed_secret: sealKey(secret, userId, 'the-app'), created_at: '2026-11-20' }
    await storage.db
      .insertInto('authenticator_apps')
      .values({ ...app, confirmed_at: null, last_used_at: null, last_step: 0 })
      .execute()
    return { accountId, userId }
  }
  const readSealedRows = async () => {
    const account = await storage.db
      .selectFrom('accounts')
      .select(['id', 'sealed_api_key as sealed'])
      .executeTakeFirstOrThrow()
    const app = await storage.db
      .selectFrom('authenticator_apps')
      .select(['user_id as id', 'sealed_secret as sealed'])
      .executeTakeFirstOrThrow()
    return [account, app]
  }
  const openAllWith = async (secrets: PanelSecrets) =>
    (await readSealedRows()).map(({ id, sealed: text }) =>
      openWithAny(secrets, (secret) => openKey(secret, id, text ?? '')),
    )
  const openAllBy = async (secret: string) =>
    (await readSealedRows()).map(({ id, sealed: text }) => openKey(secret, id, text ?? ''))

  it('seals everything again while a server runs, which can open values sealed before and after', async () => {
    const running = panelSecretsOf(env())
    const old = running.current()
    const { accountId } = await insertSealed(old)
    const answer = await runCommand('secret rotate')
    expect(answer.code).toBe(0)
    expect(answer.output).toContain('keys of accounts: 1 sealed again')
    expect(answer.output).toContain('authenticator apps: 1 sealed again')
    expect(await openAllBy(old)).toEqual([undefined, undefined])
    expect(await openAllWith(running)).toEqual(['the-key', 'the-app'])
    expect(running.current()).not.toBe(old)
    expect(running.all()).toEqual([running.current(), old])
    expect(await readFile(join(store.dataDir, 'panel-secret.previous'), 'utf8')).toBe(`${old}\n`)
    for (const name of ['panel-secret', 'panel-secret.previous']) {
      expect((await stat(join(store.dataDir, name))).mode & 0o777).toBe(0o600)
    }
    // The audit log has a separate key, and records that the secret was changed.
    expect(await verifyAudit(storage, accountId)).toMatchObject({ entries: 1, problem: null })
  })

  it('is complete once the file of previous secrets is deleted, also in a running process', async () => {
    const running = panelSecretsOf(env())
    const old = running.current()
    replacePanelSecret(store.dataDir)
    running.reload()
    const next = running.current()
    expect(running.all()).toEqual([next, old])
    await rm(join(store.dataDir, 'panel-secret.previous'))
    running.reload()
    expect(running.all()).toEqual([next])
  })

  it('completes an interrupted rotation the next time, and loses nothing', async () => {
    const running = panelSecretsOf(env())
    await insertSealed(running.current())
    // The process is killed twice before anything is encrypted again.
    replacePanelSecret(store.dataDir)
    replacePanelSecret(store.dataDir)
    expect(await openAllWith(panelSecretsOf(env()))).toEqual(['the-key', 'the-app'])
    expect((await runCommand('secret rotate')).code).toBe(0)
    expect(await openAllBy(panelSecretsOf(env()).current())).toEqual(['the-key', 'the-app'])
    expect(panelSecretsOf(env()).all()).toHaveLength(2)
  })

  it('to one from the environment requires the previous one', async () => {
    await insertSealed(OLD)
    vi.stubEnv('PANEL_SECRET', NEW)
    const refused = await runCommand('secret rotate')
    expect(refused).toMatchObject({ code: 1 })
    expect(refused.output).toContain('PANEL_SECRET_PREVIOUS')
    vi.stubEnv('PANEL_SECRET_PREVIOUS', OLD)
    const secrets = panelSecretsOf(env({ panelSecret: NEW, previousPanelSecret: OLD }))
    expect(await openAllWith(secrets)).toEqual(['the-key', 'the-app'])
    expect((await runCommand('secret rotate')).code).toBe(0)
    expect(await openAllBy(NEW)).toEqual(['the-key', 'the-app'])
    expect((await runCommand('secret rotate')).output).toContain('keys of accounts: 0 sealed again, 1 were already')
  })

  it('does not change values that it cannot open, and reports them', async () => {
    await insertSealed('a third secret that nobody has any more')
    const before = await readSealedRows()
    const answer = await runCommand('secret rotate')
    expect(answer).toMatchObject({ code: 1 })
    expect(answer.output).toContain('2 could not be opened')
    expect(await readSealedRows()).toEqual(before)
  })
})
