import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { isPaid } from '@/lib/contract/operation'
import { operationNames, operationOf } from '@/lib/contract/table'
import { chargesOf } from '@/lib/testing/ledger'
import { startTestService, type TestService } from '@/lib/testing/service'

const operations = operationNames.map(operationOf).filter(({ audience }) => audience === 'public')
const paid = operations.filter(isPaid)
const pathOf = (path: string) => path.replaceAll(/\{\w+\}/g, '18')

describe('an unknown query parameter', () => {
  let service: TestService
  beforeAll(async () => {
    service = await startTestService({ engine: 'sqlite' })
  })
  afterAll(() => service.stop())

  it.each(paid.map(({ method, path }) => [method, path] as const))(
    'returns 422 and charges nothing in a paid call: %s %s',
    async (method, path) => {
      const { accountId, apiKey } = await service.createAccount({ plan: 'enterprise' })
      const answer = await service.request(apiKey, method, `${pathOf(path)}?limt=10&limt=20&krs=18`)
      expect(answer.status).toBe(422)
      const { detail } = answer.body as { detail: { loc: string[]; type: string }[] }
      expect(detail).toContainEqual({
        loc: ['query', 'limt'],
        type: 'extra_forbidden',
        msg: 'Extra inputs are not permitted',
      })
      expect(await chargesOf(service, accountId)).toEqual([])
    },
  )

  it('is reported together with other errors, and is not echoed where it may be a personal number', async () => {
    const { apiKey } = await service.createAccount()
    const { body } = await service.request(apiKey, 'GET', '/v1/krs/changes/stream?limit=0&44051401359=1')
    expect(body).toMatchObject({ detail: [{ loc: ['query', 'limit'] }, { loc: ['query'], type: 'extra_forbidden' }] })
    expect(JSON.stringify(body)).not.toContain('44051401359')
  })

  it('is ignored by calls that are not paid', async () => {
    const { apiKey } = await service.createAccount()
    for (const path of ['/v1/monitors?limt=10', '/v1/search?q=ab&limt=10', '/v1/msig/issues?limt=10']) {
      expect([path, (await service.request(apiKey, 'GET', path)).status]).toEqual([path, 200])
    }
    expect(paid.length).toBeGreaterThan(15)
  })
})
