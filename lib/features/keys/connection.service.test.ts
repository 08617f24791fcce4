import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { listEntriesAfter } from '@/lib/features/audit/statements/audit'
import type { RemoteConnection } from '@/lib/panel/remote-accounts'
import { openKey, sealKey, toFingerprint } from '@/lib/panel/secrets/key-custody'
import { findAccount } from '@/lib/service/accounts/statements/accounts'
import { panelContext } from '@/lib/testing/panel-context'
import { sqliteOnly, startTestService, type TestService } from '@/lib/testing/service'

import type { ConnectionCheck, ConnectionState } from './contract'
import { connectionHandlers } from './handlers'

const SECRET = 'a-secret-of-thirty-two-characters!'
const KEY = 'brd_abcd_a-key-of-the-remote-service'

describe.each(sqliteOnly)('the key of a remote service, on %s', (engine) => {
  let service: TestService
  let accountId: string
  beforeAll(async () => {
    service = await startTestService({ engine })
  })
  beforeEach(async () => {
    accountId = (await service.createAccount()).accountId
  })
  afterAll(() => service.stop())

  const checkOf = (state: ConnectionState): ConnectionCheck => ({
    state,
    status: null,
    code: null,
    message: null,
    latency_ms: 12,
    rate_limit: null,
    checked_at: service.clock.now().toISOString(),
  })
  const remoteIn = (state: ConnectionState): RemoteConnection => ({
    host: 'api.example.test',
    keyInUse: (sealed) => {
      const apiKey = sealed === null ? undefined : openKey(SECRET, accountId, sealed)
      return apiKey === undefined
        ? { source: 'environment', fingerprint: null, fallback: 'environment' }
        : { source: 'account', fingerprint: toFingerprint(apiKey), fallback: 'environment' }
    },
    check: () => Promise.resolve(checkOf(state)),
    seal: (apiKey) => sealKey(SECRET, accountId, apiKey),
  })
  const context = (state: ConnectionState) =>
    panelContext(service, accountId, { remote: remoteIn(state), isEmbedded: false })
  const setKey = (state: ConnectionState, api_key = KEY, untested = false) =>
    connectionHandlers['connection.set']({ body: { api_key, untested } }, context(state))
  const readStoredKey = async () => {
    const sealed = (await findAccount(service.storage.db, accountId))?.sealed_api_key ?? null
    return sealed === null ? null : openKey(SECRET, accountId, sealed)
  }
  const entries = async () =>
    (await listEntriesAfter(service.storage.db, accountId, { number: 0, limit: 100 })).map(
      ({ action, before, after }) => [
        action,
        before === null ? null : (JSON.parse(before) as unknown),
        after === null ? null : (JSON.parse(after) as unknown),
      ],
    )

  it.each(['ok', 'payment_required', 'rate_limited'] as const)(
    'is stored when the service accepts it: %s',
    async (state) => {
      const answer = await setKey(state, ` ${KEY}\n`)
      expect(await readStoredKey()).toBe(KEY)
      expect(answer.key).toEqual({ source: 'account', fingerprint: toFingerprint(KEY), fallback: 'environment' })
      expect(JSON.stringify(answer)).not.toContain(KEY)
      expect(await entries()).toEqual([
        [
          'connection.set',
          { key_source: 'environment', fingerprint: null },
          { key_source: 'account', fingerprint: toFingerprint(KEY) },
        ],
      ])
    },
  )

  it.each(['unauthorized', 'forbidden'] as const)('is not stored when the service refuses it: %s', async (state) => {
    await setKey('ok')
    for (const untested of [false, true]) {
      await expect(setKey(state, `${KEY}2`, untested)).rejects.toMatchObject({ code: 'key_refused', status: 409 })
    }
    expect(await readStoredKey()).toBe(KEY)
    expect(await entries()).toHaveLength(1)
  })

  it.each(['unreachable', 'unknown_shape'] as const)(
    'is stored without a successful check only if requested: %s',
    async (state) => {
      await expect(setKey(state)).rejects.toMatchObject({ code: 'key_untested', status: 409 })
      expect(await readStoredKey()).toBeNull()
      await setKey(state, KEY, true)
      expect(await readStoredKey()).toBe(KEY)
      expect((await entries())[0]?.[2]).toMatchObject({ untested: true })
    },
  )

  it('is removed once, and the audit entry contains the key source that is used afterwards', async () => {
    await setKey('ok')
    const remove = () => connectionHandlers['connection.remove']({}, context('ok'))
    expect((await remove()).key.source).toBe('environment')
    await remove()
    expect(await readStoredKey()).toBeNull()
    expect((await entries()).slice(1)).toEqual([
      [
        'connection.remove',
        { key_source: 'account', fingerprint: toFingerprint(KEY) },
        { key_source: 'environment', fingerprint: null },
      ],
    ])
  })

  it('is tested without being stored', async () => {
    const { check, fingerprint } = await connectionHandlers['connection.test'](
      { body: { api_key: KEY } },
      context('ok'),
    )
    expect([check.state, fingerprint, await readStoredKey(), await entries()]).toEqual([
      'ok',
      toFingerprint(KEY),
      null,
      [],
    ])
  })

  it.each(['', 'short', 'with blank inside', `${KEY}\n${KEY}`, 'ż'.repeat(20), 'x'.repeat(501)])(
    'is rejected if it is %j, and the input is not repeated',
    async (text) => {
      const refusal = await setKey('ok', text).catch((error: unknown) => error)
      expect(refusal).toMatchObject({ status: 422, detail: [{ loc: ['body', 'api_key'] }] })
      expect(Object.keys((refusal as { detail: object[] }).detail[0] ?? {})).not.toContain('input')
    },
  )

  it('cannot be set for an embedded service', async () => {
    const embedded = panelContext(service, accountId)
    expect((await connectionHandlers['connection.read']({}, embedded)).mode).toBe('embedded')
    const saving = connectionHandlers['connection.set']({ body: { api_key: KEY, untested: true } }, embedded)
    await expect(saving).rejects.toMatchObject({ status: 409 })
    expect(await readStoredKey()).toBeNull()
  })
})
