import { setTimeout } from 'node:timers/promises'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { ApiError } from '@/lib/domain/api-error'
import { listEntriesAfter } from '@/lib/features/audit/statements/audit'
import type { CallService, PanelContext } from '@/lib/panel/context'
import { insertCompany } from '@/lib/testing/companies'
import { callServiceAs, panelContext } from '@/lib/testing/panel-context'
import { engines, startTestService, type TestService } from '@/lib/testing/service'

import { recordMeter, observeMeter } from './cap-history'
import { spendCapHandlers } from './handlers'

describe.each(engines)('the spend cap through the panel on %s', (engine) => {
  let service: TestService
  beforeAll(async () => {
    service = await startTestService({ engine })
    await insertCompany(service.storage)
  })
  afterAll(() => service.stop())

  type Change = { to: number | null; expected: number | null; reason?: string }
  const set = (context: PanelContext, { to, expected, reason }: Change) =>
    spendCapHandlers['spendCap.set'](
      { body: { spend_cap_pln: to, expected_pln: expected, ...(reason !== undefined && { reason }) } },
      context,
    )
  const historyOf = async (accountId: string) =>
    (await spendCapHandlers['spendCap.history']({}, panelContext(service, accountId))).items
  const setOutsidePanel = (key: string, pln: number | null) =>
    service.request(key, 'PUT', '/v1/usage/api/spend-cap', { spend_cap_pln: pln })

  it('is set in the service, and the history stores user, reason and meter', async () => {
    const { accountId, apiKey } = await service.createAccount({ limits: { lookups: 2 } })
    for (let n = 0; n < 5; n++) await service.request(apiKey, 'GET', '/v1/record?krs=18')
    const { meter } = await set(panelContext(service, accountId), { to: 300, expected: null, reason: 'Budżet Q4' })
    expect(meter).toMatchObject({ spend_cap_pln: 300, overage_units: 3, overage_grosz: 24 })
    expect(await historyOf(accountId)).toEqual([
      {
        number: 1,
        at: service.clock.now().toISOString(),
        source: 'panel',
        actor: 'owner@example.test',
        from_pln: null,
        to_pln: 300,
        reason: 'Budżet Q4',
        period_start: '2026-10-31T23:00:00.000Z',
        period_end: '2026-11-30T23:00:00.000Z',
        overage_units: 3,
        overage_grosz: 24,
      },
    ])
    const [entry] = await listEntriesAfter(service.storage.db, accountId, { number: 0, limit: 10 })
    expect(entry).toMatchObject({ action: 'spendCap.set', actor: 'owner@example.test', address: '127.0.0.1' })
    expect(JSON.parse(entry?.after ?? '')).toEqual({ spend_cap_pln: 300, reason: 'Budżet Q4', overage_grosz: 24 })
  })

  it('has a known start value, from before its first change', async () => {
    const { accountId } = await service.createAccount({ spendCapPln: 120 })
    const startOf = async () => (await spendCapHandlers['spendCap.history']({}, panelContext(service, accountId))).start
    const expectedStart = { at: service.clock.now().toISOString(), cap_pln: 120 }
    expect(await startOf()).toEqual(expectedStart)
    await set(panelContext(service, accountId), { to: 300, expected: 120 })
    await set(panelContext(service, accountId), { to: null, expected: 300 })
    expect(await startOf()).toEqual(expectedStart)
  })

  it('is not recorded as a change if it stays the same', async () => {
    const { accountId } = await service.createAccount()
    await set(panelContext(service, accountId), { to: null, expected: null })
    expect(await historyOf(accountId)).toEqual([])
  })

  it('is not overwritten if it differs from the expected value, and the error contains the current one', async () => {
    const { accountId } = await service.createAccount()
    await set(panelContext(service, accountId), { to: 300, expected: null })
    await expect(set(panelContext(service, accountId), { to: 500, expected: null })).rejects.toMatchObject({
      code: 'cap_changed',
      status: 409,
      extra: { spend_cap_pln: 300, expected_pln: null },
    })
    expect((await historyOf(accountId)).map(({ to_pln }) => to_pln)).toEqual([300])
  })

  it('is changed by only one of several parallel requests, and the others receive the current value', async () => {
    const { accountId } = await service.createAccount()
    const tries = await Promise.allSettled(
      Array.from({ length: 8 }, (_, n) => set(panelContext(service, accountId), { to: 100 + n, expected: null })),
    )
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const [change, ...rest] = await historyOf(accountId)
    expect(rest).toEqual([])
    for (const each of tries) {
      if (each.status === 'rejected') expect(each.reason).toMatchObject({ extra: { spend_cap_pln: change?.to_pln } })
    }
  })

  it('lists a change made outside the panel once, even when read in parallel', async () => {
    const { accountId, apiKey } = await service.createAccount()
    expect(await historyOf(accountId)).toEqual([])
    await setOutsidePanel(apiKey, 700)
    await Promise.all(Array.from({ length: 6 }, () => historyOf(accountId)))
    expect(await historyOf(accountId)).toMatchObject([
      { source: 'outside', actor: null, from_pln: null, to_pln: 700, reason: null },
    ])
    await setOutsidePanel(apiKey, null)
    await expect(set(panelContext(service, accountId), { to: 50, expected: 700 })).rejects.toMatchObject({
      code: 'cap_changed',
      extra: { spend_cap_pln: null },
    })
    await set(panelContext(service, accountId), { to: 50, expected: null })
    expect((await historyOf(accountId)).map(({ source, from_pln, to_pln }) => [source, from_pln, to_pln])).toEqual([
      ['panel', null, 50],
      ['outside', 700, null],
      ['outside', null, 700],
    ])
  })

  it('never records the panel’s own changes as outside changes while a job reads the meter', async () => {
    const { accountId } = await service.createAccount()
    const watchAbort = new AbortController()
    const watching = (async () => {
      while (!watchAbort.signal.aborted) {
        await observeMeter(
          { storage: service.storage, accountId, now: service.clock.now() },
          callServiceAs(service, accountId),
        )
        await setTimeout(5)
      }
    })()
    for (let n = 0; n < 10; n++) {
      await set(panelContext(service, accountId), { to: n + 1, expected: n === 0 ? null : n })
    }
    watchAbort.abort()
    await watching
    const history = await historyOf(accountId)
    expect(history.map(({ to_pln }) => to_pln)).toEqual([10, 9, 8, 7, 6, 5, 4, 3, 2, 1])
    expect(history.every(({ source }) => source === 'panel')).toBe(true)
  })

  it('records the panel’s own change when its answer was lost', async () => {
    const { accountId } = await service.createAccount()
    const callService = callServiceAs(service, accountId)
    const losing: CallService = async (name, input) => {
      const answer = await callService(name, input)
      if (name === 'usage.setSpendCap') throw new ApiError('lost', { kind: 'network', status: 0, code: 'network' })
      return answer
    }
    const lost = set(panelContext(service, accountId, { callService: losing }), {
      to: 250,
      expected: null,
      reason: 'urwane',
    })
    await expect(lost).resolves.toMatchObject({ meter: { spend_cap_pln: 250 } })
    expect(await historyOf(accountId)).toMatchObject([
      { source: 'panel', actor: 'owner@example.test', to_pln: 250, reason: 'urwane' },
    ])
  })

  it.each([
    ['another cap is in force, with its amount', { spend_cap_pln: 70 }, { extra: { spend_cap_pln: 70 } }],
    ['the cap in force is unknown', {}, { extra: {} }],
  ])('reports after a lost answer that %s, and never that nothing was saved', async (_, after, expectedError) => {
    const { accountId } = await service.createAccount({ spendCapPln: 70 })
    const callService = callServiceAs(service, accountId)
    let isLost = false
    const losing: CallService = async (name, input) => {
      if (name === 'usage.setSpendCap') {
        isLost = true
        throw new ApiError('lost', { status: 504, code: 'upstream_timeout' })
      }
      const answer = await callService(name, input)
      // Safe: only the meter is requested here.
      return isLost ? (after as typeof answer) : answer
    }
    const lost = set(panelContext(service, accountId, { callService: losing }), { to: 250, expected: 70 })
    const refusal = await lost.catch((error: unknown) => error)
    expect(refusal).toMatchObject({ code: 'cap_unknown', status: 502 })
    expect((refusal as { extra?: unknown }).extra).toEqual(expectedError.extra)
  })

  it('returns the service’s refusal, and does not record the refused change', async () => {
    const { accountId, apiKey } = await service.createAccount()
    const callService = callServiceAs(service, accountId)
    const fields = [{ path: ['spend_cap_pln'], message: 'Not on a Sunday', type: 'value_error' }]
    const refusing: CallService = (name, input) =>
      name === 'usage.setSpendCap'
        ? Promise.reject(new ApiError('Invalid', { status: 422, code: 'invalid', fields }))
        : callService(name, input)
    const refused = set(panelContext(service, accountId, { callService: refusing }), { to: 250, expected: null })
    await expect(refused).rejects.toMatchObject({ status: 422, fields })
    expect(await historyOf(accountId)).toEqual([])
    // The same cap set from outside does not count as the panel's change.
    await setOutsidePanel(apiKey, 250)
    expect(await historyOf(accountId)).toMatchObject([{ source: 'outside', to_pln: 250 }])
  })

  it('ignores a meter without a cap', async () => {
    const { accountId } = await service.createAccount()
    await set(panelContext(service, accountId), { to: 20, expected: null })
    await recordMeter({ storage: service.storage, accountId, now: service.clock.now() }, { used: 3 })
    expect(await historyOf(accountId)).toHaveLength(1)
  })

  it('treats an invalid cap as none, and stores no invalid meter values', async () => {
    const { accountId } = await service.createAccount()
    const odd = { spend_cap_pln: -5, overage_units: 1e300, overage_grosz: -1, period_end: 'soon' }
    await recordMeter({ storage: service.storage, accountId, now: service.clock.now() }, odd)
    expect(await historyOf(accountId)).toEqual([])
    const real = callServiceAs(service, accountId)
    const callService: CallService = async (name, input) => {
      const answer = await real(name, input)
      if (typeof answer === 'object') Object.assign(answer, odd)
      return answer
    }
    await set(panelContext(service, accountId, { callService }), { to: 30, expected: null })
    const [change] = await historyOf(accountId)
    expect(change).toMatchObject({ from_pln: null, to_pln: 30, overage_units: null, period_end: null })
  })
})
