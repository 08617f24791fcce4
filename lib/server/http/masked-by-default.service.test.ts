import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

import { NextRequest } from 'next/server'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type * as z from 'zod'

import type { Operation } from '@/lib/contract/operation'
import { operationNames, operationOf } from '@/lib/contract/table'
import { type Role, roles } from '@/lib/domain/roles'
import { panelOperationNames, panelOperationOf } from '@/lib/features/contract'
import { savePurpose } from '@/lib/features/report-downloads/purpose'
import { noMail } from '@/lib/panel/mail/mailer'
import { filterOf, openAlertsClient, runTenderJobs } from '@/lib/testing/bzp-alerts'
import { ANY_ID, goodInput } from '@/lib/testing/calls/good-input'
import { hostileAnswer, type Hostility, containsPesel, HOSTILE_PESEL } from '@/lib/testing/calls/hostile-answers'
import { insertSampleNotices, noticeOf } from '@/lib/testing/notices'
import { setTestRuntime } from '@/lib/testing/panel-runtime'
import { makeMember } from '@/lib/testing/people'
import { startTestService, type TestService } from '@/lib/testing/service'
import { setSignedIn } from '@/lib/testing/signed-in'

vi.mock('server-only', () => ({}))

let role: Role = 'owner'
let accountId = ''
const rules = {
  secondFactorRequiredAt: null,
  spendingRoles: '["owner","finance","compliance","viewer"]',
}
vi.mock('../session', async () => (await import('@/lib/testing/signed-in')).sessionModule)
const { proxy } = await import('./proxy')
const { handlePanelRequest } = await import('./panel-api')
const { serviceRouter } = await import('./rows')

const ORIGIN = 'http://127.0.0.1:3000'

/**
 * Operations that are not masked, by name: they cannot hold a number, are meant to return one, or are files as
 * published.
 */
const UNMASKED = [
  'usage.summary',
  'usage.api',
  'usage.setSpendCap',
  'usage.daily',
  'usage.breakdown',
  'keys.create',
  'keys.rotate',
  'reports.download',
  'stream.announcements',
  'krs.changes',
  'rdf.document',
  'rdf.archive',
  'krs.pdf',
  'crbr.pdf',
  'uokik.document',
]
/** Panel operations that return numbers to those who may see them, one by one and recorded. */
const REVEALING = ['personal.reveal', 'personal.export', 'personal.exportFilters']

let upstream: Server
let failingStatus: number | undefined
let hostility: Hostility
let service: TestService

type HostileAnswer = { readonly status: number; readonly type: string; readonly body: string }

function refusal(status: number): HostileAnswer {
  const detail = { code: HOSTILE_PESEL, message: `of ${HOSTILE_PESEL}`, [HOSTILE_PESEL]: [HOSTILE_PESEL] }
  return { status, type: 'application/json', body: JSON.stringify({ detail }) }
}

function hostileAnswerTo({ produces, media, response }: Operation): HostileAnswer {
  if (produces === 'file') return { status: 200, type: media?.[0] ?? '', body: HOSTILE_PESEL }
  // A file whose length differs from the listed one would not be sent.
  const long = (key: string, value: unknown): unknown => (key === 'size_bytes' ? HOSTILE_PESEL.length : value)
  const body = JSON.stringify(hostileAnswer(response, hostility), long)
  return { status: produces === 'none' ? 204 : 200, type: 'application/json', body }
}

/** A service that puts personal numbers into every answer. */
async function startHostile(): Promise<string> {
  upstream = createServer((request, response) => {
    request.resume()
    const found = serviceRouter.find(request.method ?? '', new URL(request.url ?? '', ORIGIN).pathname)
    const answer =
      'row' in found && failingStatus === undefined
        ? hostileAnswerTo(found.row.operation)
        : refusal(failingStatus ?? 404)
    const headers = { 'x-request-id': HOSTILE_PESEL, 'last-modified': `of ${HOSTILE_PESEL}` }
    response.writeHead(answer.status, { ...headers, 'content-type': answer.type }).end(answer.body)
  })
  await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve))
  // Safe: the address of a TCP server is never a pipe name.
  return `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`
}

beforeAll(async () => {
  service = await startTestService({ engine: 'sqlite' })
  const account = await service.createAccount()
  accountId = account.accountId
  // Without a purpose no file that may name persons is sent.
  const given = { purpose: 'duty', note: '' } as const
  const { id: userId } = await makeMember(service.storage, { accountId })
  await savePurpose(service.storage.db, { sessionId: 'session', accountId, userId, given, now: new Date() })
  setSignedIn(() => ({
    id: 'session',
    provedAt: new Date().toISOString(),
    user: { id: `user-${role}`, email: `${role}@example.test`, role },
    account: { id: accountId, slug: 'remote', name: 'Test', sealed_api_key: null, ...rules },
  }))
  setTestRuntime({
    secret: 'secret-of-the-tests-secret-of-the-tests',
    env: {
      remote: { url: await startHostile(), apiKey: 'key-of-the-tests' },
      panelUrl: ORIGIN,
      dataDir: service.service.dependencies.config.dataDir,
    },
    log: pino({ level: 'silent' }),
    storage: service.storage,
    mail: noMail,
  })
})
afterAll(async () => {
  setTestRuntime({})
  upstream.close()
  await service.stop()
})

type Row = { method: string; path: string; query?: z.ZodType; params?: z.ZodType; body?: z.ZodType }

function requestOf({ method, path, params, body }: Row, query: Record<string, unknown>): NextRequest {
  const values = goodInput(params)
  const address = path.replaceAll(/\{(\w+)\}/g, (_, key: string) => {
    const value = values[key]
    return encodeURIComponent(typeof value === 'string' || typeof value === 'number' ? String(value) : ANY_ID)
  })
  const search = new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)])).toString()
  const init = { method, headers: { origin: ORIGIN, host: '127.0.0.1:3000', 'content-type': 'application/json' } }
  return new NextRequest(
    `${ORIGIN}/api${address}?${search}`,
    body ? { ...init, body: JSON.stringify(goodInput(body)) } : init,
  )
}

/** Everything that a browser receives of an answer. */
const textOfAnswer = async (answer: Response): Promise<string> =>
  [...[...answer.headers].flat(), await answer.text()].join('\n').normalize('NFKC')

it.each([
  ['POST', '/v1/filters'],
  ['POST', '/v1/bzp/alerts/preview'],
  ['PUT', '/panel/views'],
  ['POST', '/panel/reveal'],
])('%s %s refuses a body that is nested too deeply', async (method, path) => {
  role = path.startsWith('/v1/bzp') ? 'viewer' : 'owner'
  const body = `${'{"a":['.repeat(50_000)}"sealed:${'x'.repeat(30)}:a"${']}'.repeat(50_000)}`
  const headers = { origin: ORIGIN, host: '127.0.0.1:3000', 'content-type': 'application/json' }
  const request = new NextRequest(`${ORIGIN}/api${path}`, { method, headers, body })
  expect((await (path.startsWith('/panel') ? handlePanelRequest(request) : proxy(request))).status).toBe(422)
})

it('the panel encrypts the cursors of its own lists and accepts no others', async () => {
  const before = accountId
  role = 'owner'
  accountId = (await service.createAccount()).accountId
  const client = await openAlertsClient(service, accountId)
  await client.create({ filter: filterOf({ keywords: ['budowa'] }), is_team: true })
  const numbers = Array.from({ length: 7 }, (_, index) => index + 1)
  await insertSampleNotices(
    service,
    numbers.map((index) => noticeOf(index)),
  )
  await runTenderJobs(service)
  const requestMatches = (query: Record<string, unknown>) =>
    handlePanelRequest(requestOf(panelOperationOf('bzpMatches.list'), query))
  const tenderIds: string[] = []
  let cursor: string | null = null
  do {
    // Safe: the test asserts on its content.
    const page = (await (await requestMatches({ limit: 3, ...(cursor !== null && { cursor }) })).json()) as {
      items: { tender_id: string }[]
      next_cursor: string | null
    }
    tenderIds.push(...page.items.map(({ tender_id: id }) => id))
    cursor = page.next_cursor
  } while (cursor !== null)
  expect(tenderIds.toSorted()).toEqual(numbers.map((index) => `ocds-${index}`))
  expect((await requestMatches({ cursor: '5' })).status).toBe(422)
  accountId = before
})

describe.each(['everywhere', 'in texts'] as const)('a service that returns personal numbers %s', (mode) => {
  beforeAll(() => {
    hostility = mode
  })

  it.each(roles)('shows %s none, except in answers of unmasked rows', async (memberRole) => {
    role = memberRole
    const given = { purpose: 'claim', note: '' } as const
    const { id: userId } = await makeMember(service.storage, { accountId, role: memberRole })
    await savePurpose(service.storage.db, { sessionId: 'session', accountId, userId, given, now: new Date() })
    for (const failing of [undefined, 404, 422, 500]) {
      failingStatus = failing
      const unmaskedNames: string[] = []
      let answered = 0
      for (const name of operationNames) {
        const operation = operationOf(name)
        // A subject needs exactly one of its numbers; this service ignores it.
        const answer = await proxy(requestOf(operation, {}))
        if (answer.ok) answered += 1
        if (containsPesel(await textOfAnswer(answer))) unmaskedNames.push(name)
      }
      const allowedUnmasked = UNMASKED.filter((name) =>
        operationNames.some((each) => each === name && operationOf(each).roles.includes(memberRole)),
      )
      expect(unmaskedNames.toSorted()).toEqual(failing === undefined ? allowedUnmasked.toSorted() : [])
      if (failing === undefined) {
        expect(answered).toBe(operationNames.filter((name) => operationOf(name).roles.includes(memberRole)).length)
      }
    }
  })

  it.each(roles)('shows %s none in the panel’s own answers', async (memberRole) => {
    role = memberRole
    const given = { purpose: 'claim', note: '' } as const
    const { id: userId } = await makeMember(service.storage, { accountId, role: memberRole })
    await savePurpose(service.storage.db, { sessionId: 'session', accountId, userId, given, now: new Date() })
    for (const failing of [undefined, 404, 422, 500]) {
      failingStatus = failing
      const unmaskedNames: string[] = []
      let answered = 0
      for (const name of panelOperationNames) {
        const operation = panelOperationOf(name)
        const answer = await handlePanelRequest(requestOf(operation, goodInput(operation.query)))
        if (answer.ok) answered += 1
        if (containsPesel(await textOfAnswer(answer))) unmaskedNames.push(name)
      }
      expect(unmaskedNames.filter((name) => !REVEALING.includes(name))).toEqual([])
      // Guards the test: most answers must come from the service, or it would find nothing.
      if (failing === undefined && memberRole === 'owner')
        expect(answered).toBeGreaterThan(mode === 'everywhere' ? 15 : 25)
    }
  })
})
