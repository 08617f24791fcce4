import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

import { NextRequest } from 'next/server'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

import type { Monitor } from '@/lib/contract/monitors'
import { foldText } from '@/lib/domain/fold'
import { checkIdentifier } from '@/lib/domain/identifiers/identifiers'
import { type Role, roles } from '@/lib/domain/roles'
import { setTestRuntime } from '@/lib/testing/panel-runtime'
import { setSignedIn } from '@/lib/testing/signed-in'

vi.mock('server-only', () => ({}))

let role: Role = 'viewer'
const rules = {
  secondFactorRequiredAt: null,
  spendingRoles: '["owner","finance","compliance","viewer"]',
}
vi.mock('../session', async () => (await import('@/lib/testing/signed-in')).sessionModule)
const { proxy } = await import('./proxy')
const { openCursor } = await import('./session-sealer')

const ORIGIN = 'http://127.0.0.1:3000'

/** Two persons whose masked numbers are equal: `44•••••••59`. */
const [FIRST = '', SECOND = ''] = Array.from(
  { length: 1000 },
  (_, middle) => `440514${String(middle).padStart(3, '0')}59`,
).filter((each) => checkIdentifier('pesel', each).ok)

const monitorOf = (id: number, texts: Partial<Monitor>): Monitor => ({
  id: `7d0e4c1a-52a4-4f1b-9a59-0000000000${String(10 + id)}`,
  identifier_type: 'nip',
  identifier_value: '5261040828',
  label: null,
  tags: [],
  filter_id: null,
  subject_name: 'Hurtownia 24',
  created_at: '2026-11-19T10:00:00.000Z',
  last_event_at: null,
  last_event_source: null,
  ...texts,
})

/** Monitors of companies, and of persons with the number in a label, in a name and as the identifier. */
const monitorsWith = (pesel: string): Monitor[] => [
  monitorOf(1, { label: `dług ${pesel}` }),
  monitorOf(2, { label: `${pesel} po raz drugi` }),
  monitorOf(3, { subject_name: `Jan ${pesel}`, identifier_type: 'krs', identifier_value: '0000012345' }),
  monitorOf(4, { identifier_type: 'pesel', identifier_value: pesel, subject_name: 'Łucja Nowak 7' }),
  ...Array.from({ length: 150 }, (_, index) => monitorOf(5 + (index % 80), { label: `umowa ${index}` })),
]

let upstream: Server
let upstreamMonitors: Monitor[] = []
let receivedQueries: string[] = []

/** A service that searches unmasked text and accepts any parameter. */
beforeAll(async () => {
  upstream = createServer((request, response) => {
    const { searchParams, search } = new URL(request.url ?? '', ORIGIN)
    receivedQueries.push(search)
    const wanted = foldText(searchParams.get('q') ?? searchParams.get('pesel') ?? '').split(/\s+/)
    const found = upstreamMonitors.filter((monitor) =>
      wanted.every((word) => foldText(JSON.stringify(monitor)).includes(word)),
    )
    const start = Number(searchParams.get('cursor') ?? 0)
    const end = start + Number(searchParams.get('limit') ?? 100)
    const body = {
      items: found.slice(start, end),
      total: found.length,
      next_cursor: end < found.length ? String(end) : null,
    }
    response.writeHead(200, { 'content-type': 'application/json', etag: '"a"' }).end(JSON.stringify(body))
  })
  await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve))
  // Safe: the address of a TCP server is never a pipe name.
  const { port } = upstream.address() as AddressInfo
  const remote = { url: `http://127.0.0.1:${port}`, apiKey: 'key-of-the-tests' }
  setSignedIn(() => ({
    id: 'session',
    provedAt: new Date().toISOString(),
    user: { id: 'user', email: 'somebody@example.test', role },
    account: { id: 'account', slug: 'remote', name: 'Test', sealed_api_key: null, ...rules },
  }))
  setTestRuntime({ secret: 'secret-of-the-tests-secret-of-the-tests', env: { remote, panelUrl: ORIGIN } })
})
afterAll(() => {
  setTestRuntime({})
  upstream.close()
})

const get = (query: Record<string, string>, method = 'GET') =>
  proxy(new NextRequest(`${ORIGIN}/api/v1/monitors?${new URLSearchParams(query).toString()}`, { method }))
/** Everything that a browser receives, except for what differs in every answer. */
const received = async (query: Record<string, string>, method?: string): Promise<string> => {
  const answer = await get(query, method)
  const headers = [...answer.headers].filter(([name]) => name !== 'x-request-id')
  return JSON.stringify([answer.status, headers, await answer.text()])
}
const pageOf = async (query: Record<string, string>) => {
  const answer = await get(query)
  // Safe: the test asserts on its content.
  return (await answer.json()) as { items: Monitor[]; total: number; next_cursor: string | null }
}

describe('a service that searches unmasked text', () => {
  it.each(roles.filter((each) => each !== 'finance'))(
    'reveals to %s nothing about masked values',
    async (memberRole) => {
      role = memberRole
      expect(FIRST).not.toBe(SECOND)
      const parts = [3, 4, 7, 10].flatMap((length) =>
        Array.from({ length: 12 - length }, (_, start) => FIRST.slice(start, start + length)),
      )
      const wide = parts.map((part) =>
        part.replaceAll(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0)),
      )
      const queries = [...new Set(parts)].flatMap((q) => [{ q }, { q, limit: '1' }, { q: `dług ${q}` }, { pesel: q }])
      for (const query of [
        ...queries,
        ...wide.slice(0, 3).map((q) => ({ q })),
        { q: `${FIRST.slice(0, 5)} ${FIRST.slice(5, 10)}` },
      ]) {
        const answers: string[] = []
        for (const pesel of [FIRST, SECOND]) {
          upstreamMonitors = monitorsWith(pesel)
          answers.push(await received(query), await received(query, 'HEAD'))
        }
        expect(answers.slice(0, 2), JSON.stringify(query)).toEqual(answers.slice(2))
      }
    },
  )

  it('is searched by the visible text, with a correct total and pages', async () => {
    role = 'viewer'
    upstreamMonitors = monitorsWith(FIRST)
    expect((await pageOf({ q: 'nowak 7' })).items.map(({ subject_name }) => subject_name)).toEqual(['Łucja Nowak 7'])
    expect((await pageOf({ q: '12345' })).total).toBe(1)
    expect((await pageOf({ q: 'hurtownia 24', limit: '5' })).total).toBe(152)
    const pages: string[] = []
    let cursor: string | null = null
    do {
      const page: Awaited<ReturnType<typeof pageOf>> = await pageOf({
        q: 'umowa 1',
        limit: '20',
        ...(cursor !== null && { cursor }),
      })
      pages.push(...page.items.map(({ label }) => label ?? ''))
      cursor = page.next_cursor
    } while (cursor !== null)
    expect(pages).toEqual(Array.from({ length: 150 }, (_, index) => `umowa ${index}`))
  })

  it('is called once, with the unchanged query, for a search without digits', async () => {
    role = 'viewer'
    upstreamMonitors = monitorsWith(FIRST)
    receivedQueries = []
    expect((await pageOf({ q: 'nowak', limit: '7' })).total).toBe(1)
    expect(receivedQueries).toEqual(['?q=nowak&limit=7'])
  })

  it('finds a full number only for a role that may see it', async () => {
    upstreamMonitors = monitorsWith(FIRST)
    role = 'compliance'
    expect((await pageOf({ q: FIRST })).total).toBe(4)
    role = 'viewer'
    expect((await get({ q: FIRST })).status).toBe(403)
  })
})

describe('a request to the service', () => {
  it('contains no parameter that the row does not declare', async () => {
    role = 'owner'
    receivedQueries = []
    await get({ pesel: FIRST.slice(0, 5), limit: '3', sort: 'pesel', tag: 'a' })
    expect(receivedQueries).toEqual(['?limit=3&tag=a'])
  })

  it('contains no cursor that the panel did not issue', async () => {
    role = 'viewer'
    upstreamMonitors = monitorsWith(FIRST)
    const { next_cursor: cursor } = await pageOf({ limit: '10' })
    // Safe: only the account of the session is read.
    expect(openCursor({ account: { id: 'account' } } as Parameters<typeof openCursor>[0], cursor ?? '')).toBe('10')
    expect((await pageOf({ limit: '10', cursor: cursor ?? '' })).items).toHaveLength(10)
    for (const foreignCursor of ['10', Buffer.from('filters 4405').toString('base64url'), `${cursor}x`, 'sealed', '']) {
      expect((await get({ cursor: foreignCursor })).status, foreignCursor).toBe(422)
    }
  })
})
