import { afterAll, beforeAll, expect, it, vi } from 'vitest'

import { operationNames, operationOf } from '@/lib/contract/table'
import { panelOperationNames, panelOperationOf } from '@/lib/features/contract'
import { HttpError } from '@/lib/http/errors'
import { setTestRuntime } from '@/lib/testing/panel-runtime'

vi.mock('server-only', () => ({}))
const { withErrorResponse, requireOwnPage, requireProof, requireSecondFactor } = await import('./checks')

const logged: unknown[] = []
const line = (fields: unknown) => logged.push(fields)
beforeAll(() => setTestRuntime({ log: { error: line, warn: line } }))
afterAll(() => setTestRuntime({}))

const outage = Object.assign(new Error('connect ECONNREFUSED of the store'), { code: 'ECONNREFUSED' })

it.each([
  {
    what: 'a refusal',
    thrown: new HttpError('role_required', 'Not yours'),
    status: 403,
    code: 'role_required',
    lines: 0,
  },
  { what: 'an outage of the store', thrown: outage, status: 503, code: 'unavailable', lines: 1 },
  { what: 'an internal error', thrown: new Error('secret words'), status: 500, code: 'internal', lines: 1 },
])('$what is answered with a request id', async ({ thrown, status, code, lines }) => {
  logged.length = 0
  const answer = await withErrorResponse(new Request('http://127.0.0.1/api/v1/usage/api'), () => Promise.reject(thrown))
  expect(answer.status).toBe(status)
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(answer.headers.get('x-request-id')).toMatch(/^[\w-]{36}$/)
  expect(answer.headers.get('retry-after')).toBe(status === 503 ? '1' : null)
  const body = await answer.text()
  expect(JSON.parse(body)).toMatchObject({ detail: { code } })
  expect(body).not.toMatch(/secret|ECONNREFUSED/)
  expect(logged).toHaveLength(lines)
})

it('an error after the caller disconnected is answered with 499 and not logged', async () => {
  logged.length = 0
  const request = new Request('http://127.0.0.1/api/v1/usage/api', { signal: AbortSignal.abort() })
  expect((await withErrorResponse(request, () => Promise.reject(new Error('aborted')))).status).toBe(499)
  expect(logged).toEqual([])
})

it.each(['cross-site', 'same-site'])(
  'a %s page may not call operations that are charged, streamed or recorded as a download',
  (site) => {
    const request = new Request('http://127.0.0.1/api/v1/x', { headers: { 'sec-fetch-site': site } })
    const rows: { name: string; row: Parameters<typeof requireOwnPage>[0] }[] = [
      ...operationNames.map((name) => ({ name, row: operationOf(name) })),
      ...panelOperationNames.map((name) => ({ name, row: panelOperationOf(name) })),
    ]
    const isRefused = (row: Parameters<typeof requireOwnPage>[0]) => {
      try {
        requireOwnPage(row, request)
        return false
      } catch {
        return true
      }
    }
    const refused = rows.filter(({ row }) => isRefused(row)).map(({ name }) => name)
    const costly = operationNames.filter((name) => {
      const { execution, cost, produces } = operationOf(name)
      return cost !== null || produces === 'file' || !['reads', 'writes'].includes(execution)
    })
    expect(costly.length).toBeGreaterThan(20)
    expect(costly.filter((name) => !refused.includes(name))).toEqual([])
    expect(refused).toContain('packs.download')
    expect(refused).toContain('audit.export')
    expect(refused).not.toContain('usage.summary')
  },
)

it.each(['same-origin', 'none'])(
  'a charged operation accepts requests from the panel and from a typed address: %s',
  (site) => {
    const request = new Request('http://127.0.0.1/api/v1/x', { headers: { 'sec-fetch-site': site } })
    expect(() => requireOwnPage(operationOf('knf.sections'), request)).not.toThrow()
  },
)

const NOW = new Date('2026-11-23T12:00:00.000Z')
const MINUTE_MS = 60_000
const provedBefore = (ms: number) => ({ provedAt: new Date(NOW.getTime() - ms).toISOString() })

it.each([
  ['members.startReset', 15 * MINUTE_MS - 1, false],
  ['members.startReset', 15 * MINUTE_MS, true],
  ['members.remove', 15 * MINUTE_MS, true],
  ['personal.export', 15 * MINUTE_MS, true],
  ['sessions.end', 60 * MINUTE_MS, false],
  ['members.list', 60 * MINUTE_MS, false],
] as const)(
  '%s, %i ms after the last proof of identity, requires a new one only if it is sensitive',
  (name, ms, isRefused) => {
    const call = () => requireProof(panelOperationOf(name), provedBefore(ms), NOW)
    if (isRefused) expect(call).toThrow(expect.objectContaining({ code: 'proof_required', status: 403 }))
    else expect(call).not.toThrow()
  },
)

/** Safe: the check reads nothing else of a session. */
const sessionOf = (parts: object) =>
  ({
    method: 'password',
    hasSecondFactor: false,
    account: { secondFactorRequiredAt: NOW.toISOString() },
    ...parts,
  }) as unknown as Parameters<typeof requireSecondFactor>[0]

it.each([
  { what: 'none was used', session: {}, row: {}, refused: true },
  { what: 'one was used', session: { hasSecondFactor: true }, row: {}, refused: false },
  { what: 'none is required', session: { account: { secondFactorRequiredAt: null } }, row: {}, refused: false },
  { what: 'the provider answers for it', session: { method: 'sso' }, row: {}, refused: false },
  { what: 'the operation is for setting it up', session: {}, row: { isBeforeSecondFactor: true }, refused: false },
] as const)('a call is refused only if a required second factor is missing: $what', ({ session, row, refused }) => {
  const call = () => requireSecondFactor(sessionOf(session), row)
  if (refused) expect(call).toThrow(expect.objectContaining({ code: 'second_factor_required', status: 403 }))
  else expect(call).not.toThrow()
})
