import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'

import { createSignIn, PASSWORD_LIMITS } from '@/lib/features/auth/sign-in'
import { makeMember } from '@/lib/testing/people'
import { engines, startTestService, type TestService } from '@/lib/testing/service'

import { flushSecurityEvents, noteSecurityEvent, type SecurityEvent } from './security-events'
import { listEntriesAfter } from './statements/audit'

describe.each(engines)('security events on %s', (engine) => {
  let service: TestService
  let lines: Record<string, unknown>[] = []
  const log = {
    warn: (line: Record<string, unknown>) => void lines.push(line),
    error: (line: object) => expect.fail(JSON.stringify(line)),
  }
  beforeAll(async () => {
    service = await startTestService({ engine })
  })
  afterAll(() => service.stop())
  beforeEach(() => {
    lines = []
  })

  const securityLog = () => ({ storage: service.storage, log })
  const refusal = (accountId: string, more: Partial<SecurityEvent> = {}): SecurityEvent => ({
    action: 'security.refuseRole',
    accounts: [accountId],
    actor: 'viewer@example.test',
    address: '10.0.0.1',
    requestId: 'request-1',
    details: { operation: 'GET /api/panel/audit' },
    now: service.clock.now(),
    ...more,
  })
  const entriesOf = async (accountId: string) =>
    (await listEntriesAfter(service.storage.db, accountId, { number: 0, limit: 1000 })).map(
      ({ action, actor, address, after }) => ({ action, actor, address, after: JSON.parse(after ?? '{}') as object }),
    )

  it('are recorded at once, and their repeats as one count at the end of the window', async () => {
    const { accountId } = await service.createAccount()
    for (let n = 0; n < 500; n += 1) noteSecurityEvent(securityLog(), refusal(accountId))
    await expect.poll(() => entriesOf(accountId)).toHaveLength(1)
    noteSecurityEvent(securityLog(), refusal(accountId, { address: '10.0.0.2' }))
    noteSecurityEvent(securityLog(), refusal(accountId, { action: 'security.refuseOrigin' }))
    await flushSecurityEvents(securityLog())
    const entries = await entriesOf(accountId)
    expect(entries).toHaveLength(4)
    expect(entries[0]).toMatchObject({ action: 'security.refuseRole', after: { operation: 'GET /api/panel/audit' } })
    const rest = entries
      .slice(1)
      .map(({ action, address, after }) => [action, address, 'repeats' in after ? after.repeats : 1])
    expect(rest.toSorted((a, b) => String(a).localeCompare(String(b)))).toEqual([
      ['security.refuseOrigin', '10.0.0.1', 1],
      ['security.refuseRole', '10.0.0.1', 499],
      ['security.refuseRole', '10.0.0.2', 1],
    ])
    expect(lines).toHaveLength(4)
    expect(lines[0]).toEqual({
      event: 'security.refuseRole',
      outcome: 'refused',
      actor: 'viewer@example.test',
      account: accountId,
      address: '10.0.0.1',
      requestId: 'request-1',
      target: null,
      operation: 'GET /api/panel/audit',
    })
  })

  it('of different operations are counted separately, so that a refused change has its own entry', async () => {
    const { accountId } = await service.createAccount()
    const operations = ['GET /v1/stream', 'POST /panel/spend-cap', 'GET /v1/stream', 'GET /v1/stream']
    for (const operation of operations) noteSecurityEvent(securityLog(), refusal(accountId, { details: { operation } }))
    noteSecurityEvent(
      securityLog(),
      refusal(accountId, { action: 'security.refuseSpending', details: { operation: 'GET /v1/record' } }),
    )
    await flushSecurityEvents(securityLog())
    const entries = await entriesOf(accountId)
    const lines = entries.map(
      ({ action, after }) => `${action} ${JSON.stringify(after).replaceAll(/"(?:first|last)_at":"[^"]*",?/g, '')}`,
    )
    expect(lines.toSorted()).toEqual([
      'security.refuseRole {"operation":"GET /v1/stream","repeats":2,}',
      'security.refuseRole {"operation":"GET /v1/stream"}',
      'security.refuseRole {"operation":"POST /panel/spend-cap"}',
      'security.refuseSpending {"operation":"GET /v1/record"}',
    ])
  })

  it('from many new addresses do not fill the log', async () => {
    const { accountId } = await service.createAccount()
    for (let n = 0; n < 5000; n += 1)
      noteSecurityEvent(securityLog(), refusal(accountId, { address: `10.0.${n >> 8}.${n & 255}` }))
    await flushSecurityEvents(securityLog())
    const entries = await entriesOf(accountId)
    expect(entries.length).toBeLessThan(60)
    const several = entries.filter(({ actor }) => actor === 'several')
    expect(several.map(({ address }) => address)).toEqual([null, null])
    const counts = several.map(({ after }) => ('repeats' in after ? Number(after.repeats) : 1))
    expect(counts.toSorted((a, b) => a - b)).toEqual([1, 4949])
  })

  it('that belong to no account appear only in the application log', async () => {
    const { accountId } = await service.createAccount()
    noteSecurityEvent(securityLog(), refusal(accountId, { accounts: [], actor: null, action: 'security.refuseKey' }))
    await flushSecurityEvents(securityLog())
    expect(await entriesOf(accountId)).toEqual([])
    expect(lines).toMatchObject([{ event: 'security.refuseKey', account: null, actor: null }])
  })

  it('report a delayed sign-in, and store no unknown e-mail', async () => {
    const { accountId } = await service.createAccount()
    const { email } = await makeMember(service.storage, { accountId })
    const signIn = createSignIn(service.storage, () => service.clock.now(), log)
    const attempt = (triedEmail: string) => signIn({ email: triedEmail, password: 'wrong', address: '10.0.0.9' })
    for (const triedEmail of [email, 'nobody@example.test'])
      for (let n = 0; n < PASSWORD_LIMITS.perEmailAndAddress + 3; n += 1) await attempt(triedEmail)
    // The counted events are written after the answer.
    const linesOf = (account: string | null) => lines.filter((line) => line['account'] === account)
    const times = (account: string | null) =>
      linesOf(account).reduce((sum, line) => sum + Number(line['repeats'] ?? 1), 0)
    await vi.waitFor(
      async () => {
        await flushSecurityEvents(securityLog())
        expect([times(accountId), times(null)]).toEqual([3, 3])
      },
      { timeout: 30_000 },
    )
    expect(new Set(linesOf(null).map((line) => line['actor']))).toEqual(new Set([null]))
    expect(new Set(linesOf(accountId).map((line) => line['actor']))).toEqual(new Set([email]))
    const throttled = (await entriesOf(accountId)).filter(({ action }) => action === 'security.throttle')
    expect(throttled[0]).toMatchObject({ actor: email, address: '10.0.0.9' })
    expect(JSON.stringify(lines)).not.toContain('nobody@example.test')
  })

  it('report an unknown and a deactivated key, but not a missing or a valid one', async () => {
    const notifications: unknown[] = []
    Object.assign(service.service.dependencies, { onRefusedKey: (each: unknown) => notifications.push(each) })
    const { apiKey } = await service.createAccount()
    const summary = (key: string | null) => service.request(key, 'GET', '/v1/usage/summary')
    await summary(null)
    await summary(apiKey)
    expect(notifications).toEqual([])
    await summary('brd_none')
    await service.storage.db
      .updateTable('api_keys')
      .set({ deactivated_at: service.clock.now().toISOString() })
      .execute()
    expect((await summary(apiKey)).status).toBe(401)
    expect(notifications).toMatchObject([
      { fault: 'unknown' },
      { fault: 'deactivated', key: { prefix: apiKey.slice(0, 8) } },
    ])
  })
})
