import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

import { maskPesels } from '@/lib/domain/identifiers/identifiers'
import { openTestPanel, type PanelCall, TEST_ORIGIN, type TestPanel } from '@/lib/testing/doors/test-panel'

vi.mock('server-only', () => ({}))
vi.mock('../session', async () => (await import('@/lib/testing/signed-in')).sessionModule)
const { proxy } = await import('./proxy')
const { handlePanelRequest } = await import('./panel-api')

const SUMMARY = '/api/v1/usage/summary'
const CAP = '/api/v1/usage/api/spend-cap'
const SECTIONS = '/api/v1/knf/warnings/sections'

let panel: TestPanel
let owner = ''
beforeAll(async () => {
  panel = await openTestPanel({ proxy, handlePanelRequest })
  owner = await panel.signIn('owner@demo.test')
})
afterAll(() => panel.stop())

/** By default a write as the panel's own pages make it. */
const putSpendCap = (session: string, { headers = {}, text = '{"spend_cap_pln":500}' }: PanelCall = {}) =>
  panel.request(session, CAP, { method: 'PUT', text, headers: { origin: TEST_ORIGIN, ...headers } })

it('a call without a valid session is refused', async () => {
  expect(await panel.request(null, SUMMARY)).toMatchObject({ status: 401, code: 'session_expired' })
  expect(await panel.request('00000000-0000-4000-8000-000000000000', SUMMARY)).toMatchObject({ status: 401 })
})

it('answers are never cached, carry a request id and set no cookie', async () => {
  const { status, headers } = await panel.request(owner, SUMMARY)
  expect([status, headers.get('cache-control')]).toEqual([200, 'no-store'])
  expect(headers.get('x-request-id')).toMatch(/^[\w-]{8,64}$/)
  expect(headers.get('set-cookie')).toBeNull()
})

it('HEAD is GET without a body, and answers carry the cost of the call', async () => {
  const session = await panel.signIn('owner@demo-enterprise.test', 'demo-enterprise')
  const head = await panel.request(session, SUMMARY, { method: 'HEAD' })
  expect([head.status, head.headers.get('content-type'), head.body]).toEqual([200, 'application/json', ''])
  const free = await panel.request(session, SECTIONS, { method: 'HEAD' })
  const paid = await panel.request(session, SECTIONS)
  const unitsOf = ({ headers }: typeof head) =>
    ['x-units-charged', 'x-units-left'].map((name) => Number(headers.get(name)))
  expect([free.status, paid.status]).toEqual([200, 200])
  expect(unitsOf(paid)).toEqual([1, (unitsOf(free)[1] ?? 0) - 1])
  expect(unitsOf(free)[0]).toBe(0)
})

it('a stream ends with a cursor and continues from there', async () => {
  const session = await panel.signIn('owner@demo-enterprise.test', 'demo-enterprise')
  const accept = 'application/x-ndjson; end=1'
  const { body } = await panel.request(session, '/api/v1/krs/changes/stream?limit=11', { headers: { accept } })
  const lines = String(body).trimEnd().split('\n')
  const { _end: end } = JSON.parse(lines.at(-1) ?? '') as { _end: { cursor: string } }
  expect(end).toMatchObject({ reason: 'limit', returned: 11, units: 2 })
  const next = await panel.request(session, `/api/v1/krs/changes/stream?limit=1&cursor=${end.cursor}`)
  expect(lines.slice(0, -1)).not.toContain(String(next.body).trimEnd())
})

it('only operations of the contract exist', async () => {
  expect(await panel.request(owner, '/api/v1/nothing')).toMatchObject({ status: 404, code: 'not_found' })
  const wrong = await panel.request(owner, SUMMARY, { method: 'DELETE', headers: { origin: TEST_ORIGIN } })
  expect(wrong).toMatchObject({ status: 405, code: 'method_not_allowed' })
  expect(wrong.headers.get('allow')).toBe('GET, HEAD')
})

describe('a write', () => {
  it.each(['http://evil.test', 'null', `${TEST_ORIGIN}.evil.test`])('is refused from %s', async (origin) => {
    expect(await putSpendCap(owner, { headers: { origin } })).toMatchObject({ status: 403, code: 'bad_origin' })
  })

  it('is accepted from the panel', async () => {
    expect(await putSpendCap(owner)).toMatchObject({ status: 200 })
  })

  it('with a body that is too large or has another type is refused before it reaches the service', async () => {
    const reached = vi.spyOn(panel.testService.service, 'handleFor')
    expect(await putSpendCap(owner, { text: 'a'.repeat(1_000_001) })).toMatchObject({
      status: 413,
      code: 'payload_too_large',
    })
    expect(await putSpendCap(owner, { headers: { 'content-type': 'text/plain' } })).toMatchObject({ status: 415 })
    expect(reached).not.toHaveBeenCalled()
    expect(await putSpendCap(owner)).toMatchObject({ status: 200 })
    expect(reached).toHaveBeenCalled()
    reached.mockRestore()
  })

  it('requires a body with valid content', async () => {
    const broken = { detail: [{ loc: ['body'], type: 'json_invalid' }] }
    expect(await putSpendCap(owner, { text: '{' })).toMatchObject({ status: 422, body: broken })
    const windows1250 = new Uint8Array([...Buffer.from('{"x":"'), 0xb3, ...Buffer.from('"}')])
    const foreign = { detail: [{ ctx: { error: 'The body is not UTF-8' } }] }
    expect(await putSpendCap(owner, { text: windows1250 })).toMatchObject({ status: 422, body: foreign })
    const wrong = { detail: [{ loc: ['body', 'spend_cap_pln'] }] }
    expect(await putSpendCap(owner, { text: '{"spend_cap_pln":-1}' })).toMatchObject({ status: 422, body: wrong })
  })
})

it('a PESEL is never shown in a list, and a viewer may not search for one', async () => {
  const { db } = panel.testService.storage
  const rows = await db
    .selectFrom('monitors')
    .innerJoin('accounts', 'accounts.id', 'monitors.account_id')
    .select('identifier_value')
    .where('slug', '=', 'demo-pro')
    .where('identifier_type', '=', 'pesel')
    .orderBy('position', 'desc')
    .limit(5)
    .execute()
  const pesels = rows.map(({ identifier_value: value }) => value ?? '')
  expect(pesels).toHaveLength(5)
  const viewer = await panel.signIn('viewer@demo.test')
  for (const session of [owner, viewer]) {
    const { body } = await panel.request(session, '/api/v1/monitors?identifier_type=pesel&limit=5')
    const { items } = body as { items: { identifier_value: string }[] }
    expect(items.map(({ identifier_value: value }) => value)).toEqual(pesels.map(maskPesels))
    for (const { identifier_value: value } of items) expect(value).not.toMatch(/\d{5}/)
  }
  const [pesel = ''] = pesels
  for (const q of [pesel, pesel.replaceAll(/\d/g, '$& '), `x${pesel}`, '44051401359']) {
    const guess = await panel.request(viewer, `/api/v1/monitors?q=${encodeURIComponent(q)}`)
    expect(guess, q).toMatchObject({ status: 403, code: 'role_required' })
  }
})
