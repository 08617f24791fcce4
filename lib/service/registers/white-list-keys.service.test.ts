import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { WhiteListResult } from '@/lib/contract/white-list'
import { nipOf } from '@/lib/testing/identifiers'
import { chargesOf } from '@/lib/testing/ledger'
import { engines, startTestService, type TestService } from '@/lib/testing/service'

import { deleteAnswersJob } from '../metering/idempotent-answers'

const NOW = '2026-11-20T11:00:00.000Z'
const DAY_MS = 86_400_000

describe.each(engines)('a key of a call of the white list on %s', (engine) => {
  let on: TestService
  beforeAll(async () => {
    on = await startTestService({ engine, now: NOW })
  })
  afterAll(() => on.stop())

  const nips = (count: number) => Array.from({ length: count }, (_, index) => ({ nip: nipOf(index) }))
  const callService = (apiKey: string, key: string, identifiers: unknown = nips(3)) =>
    on.request<{ results: WhiteListResult[]; detail?: unknown }>(
      apiKey,
      'POST',
      '/v1/wpv/records',
      { identifiers },
      {
        'idempotency-key': key,
      },
    )
  const toldOf = ({ headers }: { headers: Headers }) =>
    ['x-idempotent-replay', 'x-units-charged', 'x-units-left'].map((name) => headers.get(name))

  it('gives the first answer again for a day, and charges it once', async () => {
    on.clock.set(NOW)
    const { accountId, apiKey } = await on.createAccount({ limits: { wpv_checks: 10 } })
    const first = await callService(apiKey, 'a key')
    expect(first.status).toBe(422)
    const made = await callService(apiKey, 'key-1')
    expect([made.status, ...toldOf(made)]).toEqual([200, 'false', '3', '7'])
    on.clock.advance(60_000)
    const again = await callService(apiKey, 'key-1')
    expect([again.status, ...toldOf(again)]).toEqual([200, 'true', '0', '7'])
    expect(again.body).toEqual(made.body)
    expect(await chargesOf(on, accountId)).toEqual([3, 0])
    // Without a key the header is absent, and the call is charged as usual.
    const plain = await on.request(apiKey, 'POST', '/v1/wpv/records', { identifiers: nips(3) })
    expect(toldOf(plain)).toEqual([null, '3', '4'])
    on.clock.advance(DAY_MS)
    expect(toldOf(await callService(apiKey, 'key-1'))).toEqual(['false', '3', '7'])
    expect(await chargesOf(on, accountId)).toEqual([3, 0, 3, 3])
  })

  it('is answered also when nothing is left, and never with what another body or account asked', async () => {
    on.clock.set(NOW)
    const { accountId, apiKey } = await on.createAccount({ limits: { wpv_checks: 3 } })
    const other = await on.createAccount()
    const made = await callService(apiKey, 'key-1')
    expect((await callService(apiKey, 'key-2')).status).toBe(402)
    expect((await callService(apiKey, 'key-1')).body).toEqual(made.body)
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
    expect(toldOf(await callService(other.apiKey, 'key-1', nips(2)))).toEqual(['false', '2', expect.any(String)])
    expect(await chargesOf(on, accountId)).toEqual([3, 0])
  })

  it('keeps no answer of a call that was refused', async () => {
    on.clock.set(NOW)
    const { accountId, apiKey } = await on.createAccount({ limits: { wpv_checks: 2 } })
    expect((await callService(apiKey, 'key-1')).status).toBe(402)
    expect((await callService(apiKey, 'key-1', [{ nip: '1' }])).status).toBe(422)
    expect(toldOf(await callService(apiKey, 'key-1', nips(2)))).toEqual(['false', '2', '0'])
    expect(await chargesOf(on, accountId)).toEqual([2])
  })

  it('is charged once also when calls come together', async () => {
    on.clock.set(NOW)
    const { accountId, apiKey } = await on.createAccount()
    const answers = await Promise.all(Array.from({ length: 12 }, () => callService(apiKey, 'key-1')))
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    expect(answers.filter((each) => toldOf(each)[0] === 'false')).toHaveLength(1)
    expect((await chargesOf(on, accountId)).reduce((sum, units) => sum + units, 0)).toBe(3)
  })

  it('is forgotten after a day', async () => {
    on.clock.set(NOW)
    const { accountId, apiKey } = await on.createAccount()
    await callService(apiKey, 'key-1')
    const kept = () =>
      on.storage.db.selectFrom('kept_call_answers').select('key').where('account_id', '=', accountId).execute()
    on.clock.advance(DAY_MS - 1)
    await deleteAnswersJob.run(on.service.dependencies)
    expect(await kept()).toHaveLength(1)
    on.clock.advance(1)
    await deleteAnswersJob.run(on.service.dependencies)
    expect(await kept()).toEqual([])
  })
})
