import { NextRequest } from 'next/server'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'

import type { Role } from '@/lib/domain/roles'
import { flushSecurityEvents } from '@/lib/features/audit/security-events'
import { listEntriesAfter } from '@/lib/features/audit/statements/audit'
import { insertCompany } from '@/lib/testing/companies'
import { setTestRuntime } from '@/lib/testing/panel-runtime'
import { startTestService, type TestService } from '@/lib/testing/service'
import { setSignedIn } from '@/lib/testing/signed-in'

vi.mock('server-only', () => ({}))
vi.mock('../session', async () => (await import('@/lib/testing/signed-in')).sessionModule)
const { proxy } = await import('./proxy')

const ORIGIN = 'http://127.0.0.1:3000'
const log = pino({ level: 'silent' })

let service: TestService
let accountId: string
let role: Role = 'owner'
beforeAll(async () => {
  service = await startTestService({ engine: 'sqlite' })
  await insertCompany(service.storage)
  accountId = (await service.createAccount()).accountId
  setSignedIn(() => ({
    id: 'session',
    provedAt: new Date().toISOString(),
    user: { id: 'osoba', email: 'osoba@example.test', role },
    account: {
      id: accountId,
      slug: 'test',
      name: 'Test',
      sealed_api_key: null,
      secondFactorRequiredAt: null,
      spendingRoles: '["owner"]',
    },
  }))
  setTestRuntime({
    secret: 'secret-of-the-tests-secret-of-the-tests',
    env: { panelUrl: ORIGIN },
    log,
    storage: service.storage,
    service: service.service,
  })
})
afterAll(async () => {
  setTestRuntime({})
  await service.stop()
})

const get = (path: string) =>
  proxy(new NextRequest(`${ORIGIN}/api${path}`, { headers: { cookie: 'session=x', 'sec-fetch-site': 'same-origin' } }))
const entries = async () =>
  (await listEntriesAfter(service.storage.db, accountId, { number: 0, limit: 100 })).map(({ action, actor, after }) => [
    action,
    actor,
    JSON.parse(after ?? '{}') as unknown,
  ])

it('the audit log records a paid answer with person and units and a refused one as refused, but not a free one', async () => {
  expect((await get('/v1/record?krs=18')).status).toBe(200)
  expect((await get('/v1/usage/api')).status).toBe(200)
  const paid = ['usage.charge', 'osoba@example.test', { operation: 'record.get', units: 1, pool: 'lookups' }]
  expect(await entries()).toEqual([paid])
  role = 'viewer'
  expect((await get('/v1/record?krs=18')).status).toBe(403)
  await vi.waitFor(async () => expect(await entries()).toHaveLength(2))
  await flushSecurityEvents({ storage: service.storage, log })
  expect(await entries()).toEqual([
    paid,
    ['security.refuseSpending', 'osoba@example.test', { operation: 'GET /v1/record' }],
  ])
})
