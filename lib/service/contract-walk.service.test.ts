import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { DEFAULT_MAX_BODY_BYTES, withHead } from '@/lib/contract/operation'
import { describedRefusal, REFUSAL_STATUS } from '@/lib/contract/refusals'
import { operationNames, operationOf, type OperationName } from '@/lib/contract/table'
import { recordOf } from '@/lib/domain/collections/record-of'
import { poolFigures } from '@/lib/domain/usage/pools'
import { callOf, type RawInput } from '@/lib/testing/calls/call-of'
import { badCalls, goodCalls, type PublicName, type SampleWorld } from '@/lib/testing/calls/contract-calls'
import { refusedCalls } from '@/lib/testing/calls/refused-calls'
import type { TestAnswer } from '@/lib/testing/requests'
import { findSampleWorld } from '@/lib/testing/sample-world'
import { engines, startTestService, type TestService } from '@/lib/testing/service'

import { verifyUsage } from './metering/verify-usage'

type Refusal = { detail: { code: string; message: string; pool?: string } }
type Invalid = { detail: { loc: (string | number)[]; msg: string; type: string }[] }
type Account = { accountId: string; apiKey: string }

const isPublic = (name: OperationName): name is PublicName => operationOf(name).audience === 'public'
const publicNames = operationNames.filter(isPublic)
const panelNames = operationNames.filter((name) => !isPublic(name))
const chargedNames = publicNames.filter((name) => operationOf(name).pool !== null)
/** Operations on one resource of an account: other accounts get 404. */
const singleResourceNames = publicNames.filter((name) =>
  /^\/v1\/(monitors|monitor-events|filters|reports)\/\{/.test(operationOf(name).path),
)
/** Every refusal that an operation declares. */
const declaredRefusals = publicNames.flatMap((name) =>
  (operationOf(name).refusals ?? []).map((refusal) => [name, refusal] as const),
)
const getNames = publicNames.filter((name) => operationOf(name).method === 'GET')
const paths = [...new Set(operationNames.map((name) => operationOf(name).path))]
  .filter((path) => !path.includes('{'))
  .map((path) => {
    const methods = operationNames.map(operationOf).filter((row) => row.path === path)
    return [path, methods.map(({ method }): string => method)] as const
  })
const rangedNames = publicNames.filter((name) => operationOf(name).ranged)
const withBody = publicNames.filter((name) => operationOf(name).body)

function expectShape(name: PublicName, answer: TestAnswer<unknown>): void {
  const { produces, response, media = [] } = operationOf(name)
  if (produces === 'json') expect(response.safeParse(answer.body).error).toBeUndefined()
  if (produces === 'none') expect(answer.body).toBe('')
  if (produces !== 'file') return
  expect(media).toContain(answer.headers.get('content-type')?.split(';')[0])
  expect(JSON.stringify(answer.body).length).toBeGreaterThan(2)
}

it('the calls cover every row of the contract that a key may call', () => {
  expect(new Set(publicNames)).toEqual(new Set(Object.keys(goodCalls)))
  expect(new Set(publicNames)).toEqual(new Set(Object.keys(badCalls)))
  expect(publicNames.length).toBeGreaterThan(40)
  expect(chargedNames.length).toBeGreaterThan(15)
  expect(panelNames.length).toBeGreaterThan(2)
  expect(singleResourceNames.length).toBeGreaterThan(6)
  expect(declaredRefusals.length).toBeGreaterThan(14)
  for (const name of publicNames)
    expect(new Set(Object.keys(refusedCalls[name] ?? {})), name).toEqual(new Set(operationOf(name).refusals))
  expect(withBody.length).toBeGreaterThan(8)
  expect(rangedNames).toEqual(['reports.download', 'rdf.document'])
  expect(getNames.length).toBeGreaterThan(25)
  expect(paths.length).toBeGreaterThan(25)
})

describe.each(engines)('every row on %s', (engine) => {
  let service: TestService
  let world: SampleWorld
  let full: Account
  let standard: Account
  let inactive: Account
  let empty: Account
  let other: Account
  let narrow: Account
  beforeAll(async () => {
    service = await startTestService({ engine, content: 'sample' })
    world = await findSampleWorld(service)
    full = await service.createAccount({ plan: 'enterprise' })
    other = await service.createAccount({ plan: 'enterprise' })
    standard = await service.createAccount({ plan: 'standard' })
    inactive = await service.createAccount({ plan: 'enterprise', state: 'inactive' })
    narrow = await service.createAccount({ plan: 'enterprise', limits: { monitors: 0, filters: 0, reports: 0 } })
    empty = await service.createAccount({ plan: 'enterprise', limits: recordOf(poolFigures, () => 0), spendCapPln: 0 })
  })
  afterAll(() => service.stop())

  const goodInput = (name: PublicName, apiKey: string): Promise<RawInput> =>
    Promise.resolve(goodCalls[name]({ on: service, apiKey, world }))
  const send = <B>(name: PublicName, apiKey: string | null, input: RawInput) =>
    service.request<B>(apiKey, ...callOf(name, input))
  const ledgerOf = ({ accountId }: Account) =>
    service.storage.db
      .selectFrom('ledger')
      .select(['operation', 'units', 'request_id'])
      .where('account_id', '=', accountId)
      .execute()

  it.each(publicNames)(
    '%s: returns 401 without a key or with an invalid one, before the input is checked',
    async (name) => {
      const bad = badCalls[name]?.[0] ?? {}
      for (const key of [null, 'brd_none', 'brd_abcd_0123456789012345678901234567890012']) {
        const { status, body } = await send<Refusal>(name, key, bad)
        expect([status, body.detail.code]).toEqual([401, 'unauthorized'])
      }
    },
  )

  it.each(publicNames)(
    '%s: returns 402 on Standard and on an inactive subscription, whatever the input',
    async (name) => {
      const bad = badCalls[name]?.[0] ?? {}
      const onStandard = await send<Refusal>(name, standard.apiKey, bad)
      expect([onStandard.status, onStandard.body.detail.pool]).toEqual([402, 'plan'])
      const onInactive = await send<Refusal>(name, inactive.apiKey, bad)
      const mayLook = name.startsWith('usage.') && operationOf(name).method === 'GET'
      if (mayLook) expect(onInactive.status).not.toBe(402)
      else expect([onInactive.status, onInactive.body.detail.pool]).toEqual([402, 'subscription'])
    },
  )

  it.each(publicNames)('%s: returns 422 with the location of bad input, and charges nothing', async (name) => {
    const bad = badCalls[name]
    if (bad === null) return
    const before = await ledgerOf(full)
    const { status, body } = await send<Invalid>(name, full.apiKey, bad[0])
    expect(status, JSON.stringify(body)).toBe(422)
    expect(body.detail.map(({ loc }) => loc.join('.'))).toContain(bad[1])
    for (const { msg, type } of body.detail) expect([msg, type]).not.toContain('')
    expect(await ledgerOf(full)).toEqual(before)
  })

  it.each(publicNames)('%s: answers good input in the declared shape, and charges once when it costs', async (name) => {
    const { status: expectedStatus, pool, cost } = operationOf(name)
    const before = await ledgerOf(full)
    const input = await goodInput(name, full.apiKey)
    const answer = await send(name, full.apiKey, input)
    expect(answer.status, JSON.stringify(answer.body).slice(0, 300)).toBe(expectedStatus)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const requestId = answer.headers.get('x-request-id')
    expect(requestId).toMatch(/^[\w-]{8,64}$/)
    expectShape(name, answer)
    const rows = (await ledgerOf(full)).slice(before.length)
    expect(rows.filter(({ operation }) => operation === name)).toHaveLength(pool === null ? 0 : 1)
    if (pool === null) return
    expect(rows).toEqual([{ operation: name, units: expect.any(Number) as number, request_id: requestId }])
    expect(answer.headers.get('x-units-charged')).toBe(String(rows[0]?.units))
    expect(answer.headers.get('x-units-left')).toMatch(/^\d+$/)
    if (cost?.by === 'call') expect(rows[0]?.units).toBe(cost.units)
    else expect(rows[0]?.units).toBeGreaterThan(0)
  })

  it.each(chargedNames)('%s: returns 402 with its pool when nothing is left, and charges nothing', async (name) => {
    const input = await goodInput(name, full.apiKey)
    const { status, body } = await send<Refusal>(name, empty.apiKey, input)
    const { pool } = operationOf(name)
    expect([status, body.detail.code]).toEqual([402, 'payment_required'])
    expect(body.detail.pool).toBe(pool)
    expect(await ledgerOf(empty)).toEqual([])
  })

  it.each(getNames)('%s: answers HEAD like GET without a body, and never charges it', async (name) => {
    const before = await ledgerOf(full)
    const [, path] = callOf(name, await goodInput(name, full.apiKey))
    const head = await service.request(full.apiKey, 'HEAD', path)
    expect([head.status, head.body]).toEqual([operationOf(name).status, ''])
    expect(head.headers.get('content-type')).not.toBeNull()
    expect(await ledgerOf(full)).toEqual(before)
    if (operationOf(name).pool === null) return
    expect(head.headers.get('x-units-charged')).toBe('0')
    expect((await service.request(empty.apiKey, 'HEAD', path)).status).toBe(402)
  })

  it.each(paths)('%s: returns 405 with the allowed methods for any other method', async (path, methods) => {
    const other = ['POST', 'PUT', 'PATCH', 'DELETE'].find((method) => !methods.includes(method)) ?? ''
    const { status, headers, body } = await service.request<Refusal>(full.apiKey, other, path)
    expect([status, body.detail.code]).toEqual([405, 'method_not_allowed'])
    expect(headers.get('allow')?.split(', ')).toEqual(withHead(methods))
  })

  it.each(singleResourceNames)('%s: returns 404 for a resource of another account', async (name) => {
    const input = await goodInput(name, full.apiKey)
    const { status, body } = await send<Refusal>(name, other.apiKey, input)
    expect([status, body.detail.code]).toEqual([404, 'not_found'])
    expect((await send(name, full.apiKey, input)).status).toBeLessThan(300)
  })

  it.each(declaredRefusals)('%s: refuses with %s as declared', async (name, refusal) => {
    const { code } = describedRefusal(refusal)
    const { apiKey } = refusal.endsWith('Limit') ? narrow : full
    const input = await refusedCalls[name]?.[refusal]?.({ on: service, apiKey, world })
    if (!input) throw new Error(`no call of ${name} is refused with ${refusal}`)
    const { status, body } = await send<Refusal>(name, apiKey, input)
    expect([status, body.detail.code]).toEqual([REFUSAL_STATUS[code], code])
  })

  it.each(withBody)('%s: returns 413 and 415 for the size and the type of the body', async (name) => {
    const { maxBodyBytes = DEFAULT_MAX_BODY_BYTES } = operationOf(name)
    const [method, path] = callOf(name, await goodInput(name, full.apiKey))
    const large = await service.request<Refusal>(full.apiKey, method, path, 'x'.repeat(maxBodyBytes + 1))
    expect([large.status, large.body.detail]).toMatchObject([413, { limit: maxBodyBytes }])
    const text = await service.request<Refusal>(full.apiKey, method, path, '{}', { 'content-type': 'text/plain' })
    expect([text.status, text.body.detail.code]).toEqual([415, 'unsupported_media_type'])
  })

  it.each(rangedNames)('%s: returns 206, 304 and 416 as declared', async (name) => {
    const [method, path] = callOf(name, await goodInput(name, full.apiKey))
    const callService = (headers: Record<string, string>) =>
      service.request(full.apiKey, method, path, undefined, headers)
    const etag = (await callService({})).headers.get('etag') ?? ''
    expect((await callService({ range: 'bytes=0-0' })).status).toBe(206)
    expect((await callService({ 'if-none-match': etag })).status).toBe(304)
    expect((await callService({ range: 'bytes=999999999-' })).status).toBe(416)
  })

  it.each(panelNames)('%s: returns 404 to every key', async (name) => {
    for (const key of [full.apiKey, standard.apiKey]) {
      const { status, body } = await service.request<Refusal>(key, ...callOf(name, { params: { id: 'x' } }))
      expect([status, body.detail.code]).toEqual([404, 'not_found'])
    }
    expect((await service.request(null, ...callOf(name, { params: { id: 'x' } }))).status).toBe(401)
  })

  it('leaves every counter equal to the ledger', async () => {
    expect(await verifyUsage(service.service.dependencies)).toEqual([])
  })
})
