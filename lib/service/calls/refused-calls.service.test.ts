import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { callHandlers } from '@/lib/features/calls/handlers'
import type { PanelParsed } from '@/lib/features/contract'
import { HttpError } from '@/lib/http/errors'
import { insertCompany } from '@/lib/testing/companies'
import { panelContext } from '@/lib/testing/panel-context'
import { engines, startTestService, type TestService } from '@/lib/testing/service'

import { deactivateKey } from '../accounts/accounts'
import { findKey } from '../accounts/statements/keys'
import { deleteCallsJob, flushRefusedCalls, noteRefusedCall } from './refused-calls'

const PESEL = '44051401359'
const PAID = '/v1/record?krs=0000000018'

describe.each(engines)('refused calls on %s', (engine) => {
  let service: TestService
  beforeAll(async () => {
    service = await startTestService({ engine })
    await insertCompany(service.storage)
  })
  afterAll(() => service.stop())

  const list = async (accountId: string, query: Partial<PanelParsed<'calls.list'>['query']> = {}, overrides = {}) => {
    await flushRefusedCalls(service.service.dependencies)
    return callHandlers['calls.list']({ query: { limit: 50, ...query } }, panelContext(service, accountId, overrides))
  }
  const idIn = ({ headers }: { headers: Headers }) => headers.get('x-request-id') ?? expect.fail('no request id')
  const empty = { limits: { lookups: 0 }, spendCapPln: 0 }

  it('are explained later, also once the limit is lifted', async () => {
    const { accountId, apiKey } = await service.createAccount(empty)
    const refused = await service.request(apiKey, 'GET', PAID)
    expect(refused.status).toBe(402)
    await service.storage.db.updateTable('accounts').set({ spend_cap_pln: 100 }).where('id', '=', accountId).execute()
    const { items, next_before: next, keys } = await list(accountId)
    expect(items).toMatchObject([
      {
        kind: 'key',
        caller: 'test',
        operation: 'record.get',
        status: 402,
        code: 'payment_required',
        times: 1,
        detail: { pool: 'lookups', limit: 0, used: 0, requested: 1 },
        request_ids: [idIn(refused)],
      },
    ])
    expect([next, keys]).toEqual([null, [{ id: items[0]?.key_id, name: 'test' }]])
    expect(items[0]?.detail['resets_at']).toMatch(/^2026-/)
  })

  it('are found by request id, status and key, and never by another account', async () => {
    const [own, other] = [await service.createAccount(empty), await service.createAccount(empty)]
    const paid = await service.request(own.apiKey, 'GET', PAID)
    await service.request(own.apiKey, 'GET', '/v1/monitors?limit=x')
    const foreign = await service.request(other.apiKey, 'GET', PAID)
    expect((await list(own.accountId, { request_id: idIn(paid) })).items).toHaveLength(1)
    expect((await list(own.accountId, { request_id: idIn(foreign) })).items).toEqual([])
    expect((await list(own.accountId, { status: 422 })).items).toMatchObject([
      { operation: 'monitors.list', detail: { field: 'query.limit' } },
    ])
    const key = (await list(other.accountId)).keys[0]?.id
    expect((await list(own.accountId, { key })).items).toEqual([])
    const first = await list(own.accountId, { limit: 1 })
    const rest = await list(own.accountId, { limit: 1, before: first.next_before ?? undefined })
    expect([first, rest].flatMap(({ items }) => items.map(({ status }) => status))).toEqual([422, 402])
  })

  it('of one minute are one row with their number', async () => {
    const { accountId, apiKey } = await service.createAccount(empty)
    for (let call = 0; call < 12; call += 1) await service.request(apiKey, 'GET', PAID)
    service.clock.advance(10_000)
    await flushRefusedCalls(service.service.dependencies)
    const last = await service.request(apiKey, 'GET', PAID)
    service.clock.advance(60_000)
    await service.request(apiKey, 'GET', PAID)
    const { items } = await list(accountId)
    expect(items.map(({ times }) => times)).toEqual([1, 13])
    expect((await list(accountId, { request_id: idIn(last) })).items).toHaveLength(1)
  })

  it('of very many kinds share a row', async () => {
    const { accountId, apiKey } = await service.createAccount(empty)
    await service.request(apiKey, 'GET', PAID)
    const { keys } = await list(accountId)
    const key = await findKey(service.storage.db, accountId, keys[0]?.id ?? '')
    const caller = { via: 'api', key: key ?? expect.fail() } as const
    for (let number = 0; number < 130; number += 1) {
      const call = { identified: { caller }, operation: `operation-${number}`, requestId: randomUUID() }
      noteRefusedCall(service.service.dependencies, { ...call, error: new HttpError('rate_limited', 'Slower') })
    }
    const { items } = await list(accountId, { status: 429, limit: 200 })
    expect(items).toHaveLength(101)
    expect(items[0]).toMatchObject({ kind: 'several', operation: null, times: 30 })
  })

  it('hold nothing that was sent', async () => {
    const { accountId, apiKey } = await service.createAccount()
    const wrong = { identifier_type: 'pesel', identifier_value: `${PESEL}1`, label: 'Jan Kowalski', [PESEL]: 1 }
    const headers = { 'x-request-id': PESEL }
    for (const [method, path, body] of [
      ['POST', '/v1/monitors', wrong],
      ['GET', `/v1/record?${PESEL}=Kowalski`, undefined],
      ['GET', `/v1/record?krs=${PESEL}`, undefined],
    ] as const) {
      const answer = await service.request(apiKey, method, path, body, headers)
      expect(answer.status).toBe(422)
    }
    const { items } = await list(accountId)
    expect(items.map(({ operation }) => operation)).toContain('monitors.create')
    const stored = JSON.stringify(
      await service.storage.db.selectFrom('calls').selectAll().where('account_id', '=', accountId).execute(),
    )
    for (const text of [PESEL, 'Kowalski']) expect(stored).not.toContain(text)
  })

  it('tell the fault of a known key; an unknown key and a path that does not exist leave none', async () => {
    const { accountId, apiKey } = await service.createAccount()
    await service.request(apiKey, 'GET', '/v1/nothing')
    expect((await list(accountId)).items).toEqual([])
    await deactivateKey(service.service.dependencies, accountId, apiKey.slice(0, 8))
    await service.request(`${apiKey.slice(0, -1)}!`, 'GET', PAID)
    await service.request(apiKey, 'GET', PAID)
    await service.request(apiKey, 'GET', '/v1/nothing')
    expect((await list(accountId)).items).toMatchObject([
      { status: 401, operation: null, detail: { fault: 'deactivated' } },
      { status: 401, operation: 'record.get', detail: { fault: 'deactivated' } },
    ])
  })

  it('of the panel name the person, and the panel itself', async () => {
    const { accountId } = await service.createAccount({ state: 'inactive' })
    const person = service.principalOf(accountId)
    await service.requestAs(person, 'GET', '/v1/keys')
    await service.requestAs({ ...person, userId: 'panel' }, 'GET', '/v1/keys')
    expect((await list(accountId)).items).toMatchObject([
      { kind: 'automatic', caller: null, detail: { pool: 'subscription' } },
      { kind: 'person', caller: null, operation: 'keys.list' },
    ])
  })

  it('are deleted after thirty days', async () => {
    const { accountId, apiKey } = await service.createAccount(empty)
    await service.request(apiKey, 'GET', PAID)
    const countRows = async () =>
      (await service.storage.db.selectFrom('calls').select('id').where('account_id', '=', accountId).execute()).length
    const runJob = () => deleteCallsJob.run(service.service.dependencies)
    await flushRefusedCalls(service.service.dependencies)
    service.clock.advance(29 * 86_400_000)
    await runJob()
    expect([await countRows(), (await list(accountId)).items.length]).toEqual([1, 1])
    service.clock.advance(2 * 86_400_000)
    expect((await list(accountId)).items).toEqual([])
    await runJob()
    expect(await countRows()).toBe(0)
  })

  it('of a remote service are unknown', async () => {
    const { accountId } = await service.createAccount()
    expect(await list(accountId, {}, { isEmbedded: false })).toMatchObject({ items: [], since: null })
  })
})
