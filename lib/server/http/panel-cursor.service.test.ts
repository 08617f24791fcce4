import { NextRequest } from 'next/server'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'

import { noMail } from '@/lib/panel/spend/mailer'
import { filterOf, openDesk, turnOf } from '@/lib/testing/bzp-alerts'
import { insertSampleNotices, noticeOf } from '@/lib/testing/notices'
import { setTestRuntime } from '@/lib/testing/panel-runtime'
import { startTestService, type TestService } from '@/lib/testing/service'

vi.mock('server-only', () => ({}))

const who = vi.hoisted(() => ({ userId: '', accountId: '' }))
vi.mock('../session', () => ({
  sessionCookie: () => ({ name: 'session' }),
  sessionOfCookie: () =>
    Promise.resolve({
      id: 'session',
      provedAt: new Date().toISOString(),
      user: { id: who.userId, email: 'somebody@example.test', role: 'owner' },
      account: {
        id: who.accountId,
        slug: 'test',
        name: 'Test',
        sealedApiKey: null,
        secondFactorRequiredAt: null,
        spendingRoles: '["owner"]',
      },
    }),
}))
const { handlePanelRequest } = await import('./panel-api')

const ORIGIN = 'http://127.0.0.1:3000'
const FOUND = 7
let on: TestService

beforeAll(async () => {
  on = await startTestService({ engine: 'sqlite' })
  who.accountId = (await on.createAccount()).accountId
  setTestRuntime({
    secret: 'secret-of-the-tests-secret-of-the-tests',
    env: { panelUrl: ORIGIN, dataDir: on.service.dependencies.config.dataDir },
    log: pino({ level: 'silent' }),
    storage: on.storage,
    mail: noMail,
  })
  const desk = await openDesk(on, who.accountId)
  who.userId = desk.user.id
  await desk.create({ filter: filterOf({ keywords: ['budowa'] }) })
  await insertSampleNotices(
    on,
    Array.from({ length: FOUND }, (_, index) => noticeOf(index + 1)),
  )
  await turnOf(on)
})
afterAll(async () => {
  setTestRuntime({})
  await on.stop()
})

const ask = (query: Record<string, string>) =>
  handlePanelRequest(new NextRequest(`${ORIGIN}/api/panel/bzp-matches?${new URLSearchParams(query).toString()}`))

it('turns the pages of a list of the panel with the cursors that its own answers gave out', async () => {
  const found: string[] = []
  let cursor: string | null = null
  do {
    const answer = await ask({ limit: '3', ...(cursor !== null && { cursor }) })
    expect(answer.status).toBe(200)
    // Sound: the test asserts on what is in it.
    const page = (await answer.json()) as { items: { tender_id: string }[]; next_cursor: string | null }
    found.push(...page.items.map(({ tender_id: id }) => id))
    cursor = page.next_cursor
  } while (cursor !== null)
  expect(found).toHaveLength(FOUND)
  expect(new Set(found).size).toBe(FOUND)
})

it('takes no cursor that it did not give out', async () => {
  expect((await ask({ cursor: '5' })).status).toBe(422)
})
