import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { WhiteListResult } from '@/lib/contract/white-list'
import { nipOf } from '@/lib/testing/identifiers'
import { chargesOf } from '@/lib/testing/ledger'
import { engines, startTestService, type TestService } from '@/lib/testing/service'

import { deleteAnswersJob } from '../metering/idempotent-answers'

const NOW = '2026-11-20T11:00:00.000Z'
const DAY_MS = 86_400_000

describe.each(engines)('an idempotency key of a white-list call on %s', (engine) => {
  let service: TestService
  beforeAll(async () => {
    service = await startTestService({ engine, now: NOW })
  })
  afterAll(() => service.stop())

  const nips = (count: number) => Array.from({ length: count }, (_, index) => ({ nip: nipOf(index) }))
  const callService = (apiKey: string, key: string, identifiers: unknown = nips(3)) =>
    service.request<{ results: WhiteListResult[]; detail?: unknown }>(
      apiKey,
      'POST',
      '/v1/wpv/records',
      { identifiers },
      {
        'idempotency-key': key,
      },
    )
  const billingHeadersOf = ({ headers }: { headers: Headers }) =>
    ['x-idempotent-replay', 'x-units-charged', 'x-units-left'].map((name) => headers.get(name))

  it('returns the first answer again for a day, and is charged once', async () => {
    service.clock.set(NOW)
    const { accountId, apiKey } = await service.createAccount({ limits: { wpv_checks: 10 } })
    const first = await callService(apiKey, 'a key')
    expect(first.status).toBe(422)
    const charged = await callService(apiKey, 'key-1')
    expect([charged.status, ...billingHeadersOf(charged)]).toEqual([200, 'false', '3', '7'])
    service.clock.advance(60_000)
    const replayed = await callService(apiKey, 'key-1')
    expect([replayed.status, ...billingHeadersOf(replayed)]).toEqual([200, 'true', '0', '7'])
    expect(replayed.body).toEqual(charged.body)
    expect(await chargesOf(service, accountId)).toEqual([3, 0])
    // Without a key the header is absent, and the call is charged as usual.
    const plain = await service.request(apiKey, 'POST', '/v1/wpv/records', { identifiers: nips(3) })
    expect(billingHeadersOf(plain)).toEqual([null, '3', '4'])
    service.clock.advance(DAY_MS)
    expect(billingHeadersOf(await callService(apiKey, 'key-1'))).toEqual(['false', '3', '7'])
    expect(await chargesOf(service, accountId)).toEqual([3, 0, 3, 3])
  })

  it('returns its answer also when the pool is empty, and never for another body or account', async () => {
    service.clock.set(NOW)
    const { accountId, apiKey } = await service.createAccount({ limits: { wpv_checks: 3 } })
    const other = await service.createAccount()
    const charged = await callService(apiKey, 'key-1')
    expect((await callService(apiKey, 'key-2')).status).toBe(402)
    expect((await callService(apiKey, 'key-1')).body).toEqual(charged.body)
    const wrong = await callService(apiKey, 'key-1', nips(2))
    expect([wrong.status, wrong.body.detail]).toEqual([
      422,
      [
        {
          loc: ['header', 'Idempotency-Key'],
          msg: 'The key was used for another body',
          type: 'idempotency_key_reused',
        },
      ],
    ])
    expect(billingHeadersOf(await callService(other.apiKey, 'key-1', nips(2)))).toEqual([
      'false',
      '2',
      expect.any(String),
    ])
    expect(await chargesOf(service, accountId)).toEqual([3, 0])
  })

  it('stores no answer of a rejected call', async () => {
    service.clock.set(NOW)
    const { accountId, apiKey } = await service.createAccount({ limits: { wpv_checks: 2 } })
    expect((await callService(apiKey, 'key-1')).status).toBe(402)
    expect((await callService(apiKey, 'key-1', [{ nip: '1' }])).status).toBe(422)
    expect(billingHeadersOf(await callService(apiKey, 'key-1', nips(2)))).toEqual(['false', '2', '0'])
    expect(await chargesOf(service, accountId)).toEqual([2])
  })

  it('is charged once also when calls run in parallel', async () => {
    service.clock.set(NOW)
    const { accountId, apiKey } = await service.createAccount()
    const answers = await Promise.all(Array.from({ length: 12 }, () => callService(apiKey, 'key-1')))
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    expect(answers.filter((each) => billingHeadersOf(each)[0] === 'false')).toHaveLength(1)
    expect((await chargesOf(service, accountId)).reduce((sum, units) => sum + units, 0)).toBe(3)
  })

  it('is deleted after a day', async () => {
    service.clock.set(NOW)
    const { accountId, apiKey } = await service.createAccount()
    await callService(apiKey, 'key-1')
    const storedAnswers = () =>
      service.storage.db.selectFrom('kept_call_answers').select('key').where('account_id', '=', accountId).execute()
    service.clock.advance(DAY_MS - 1)
    await deleteAnswersJob.run(service.service.dependencies)
    expect(await storedAnswers()).toHaveLength(1)
    service.clock.advance(1)
    await deleteAnswersJob.run(service.service.dependencies)
    expect(await storedAnswers()).toEqual([])
  })
})
