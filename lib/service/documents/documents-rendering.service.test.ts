import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'

import { insertCompany } from '@/lib/testing/companies'
import { chargesOf } from '@/lib/testing/ledger'
import { engines, type TestService } from '@/lib/testing/service'

import type { renderPdf as original } from './pdf-file'

/** Test files share modules, so this one loads a fresh copy of the service with a mocked renderer. */
const renderPdf = vi.fn<typeof original>()
beforeAll(() => {
  vi.resetModules()
  vi.doMock(import('./pdf-file'), async (original) => ({ ...(await original()), renderPdf }))
})
afterAll(() => {
  vi.doUnmock('./pdf-file')
  vi.resetModules()
})

const PDF = '/v1/krs/pdf/0000000018'
const RECORD = '/v1/record?krs=18'

describe.each(engines)('rendering a file on %s', (engine) => {
  let service: TestService
  beforeAll(async () => {
    const { startTestService } = await import('@/lib/testing/service')
    service = await startTestService({ engine })
    await insertCompany(service.storage)
  })
  beforeEach(() => {
    renderPdf.mockReset().mockResolvedValue(new Uint8Array([1]))
  })
  afterAll(() => service.stop())

  it('does not block other calls of the account', async () => {
    const { accountId, apiKey } = await service.createAccount()
    let finish = () => {}
    const rendering = new Promise<void>((resolve) => {
      finish = resolve
    })
    renderPdf.mockImplementation(() => rendering.then(() => new Uint8Array([1])))
    const file = service.request(apiKey, 'GET', PDF)
    await expect.poll(() => renderPdf.mock.calls).toHaveLength(1)
    expect((await service.request(apiKey, 'GET', RECORD)).status).toBe(200)
    expect(await chargesOf(service, accountId)).toEqual([1])
    finish()
    expect((await file).status).toBe(200)
    expect(await chargesOf(service, accountId)).toEqual([1, 1])
  })

  it('costs nothing when it fails', async () => {
    const { accountId, apiKey } = await service.createAccount()
    renderPdf.mockRejectedValue(new Error('no font'))
    expect((await service.request(apiKey, 'GET', PDF)).status).toBe(500)
    expect(await chargesOf(service, accountId)).toEqual([])
  })

  it('does not start when nothing is left in the pool', async () => {
    const { accountId, apiKey } = await service.createAccount({ limits: { pdfs: 0 } })
    expect((await service.request(apiKey, 'GET', PDF)).status).toBe(402)
    expect(renderPdf).not.toHaveBeenCalled()
    expect(await chargesOf(service, accountId)).toEqual([])
  })

  it('serves exactly as many concurrent calls as there are units left', async () => {
    const { accountId, apiKey } = await service.createAccount({ limits: { pdfs: 3 } })
    const answers = await Promise.all(Array.from({ length: 8 }, () => service.request(apiKey, 'GET', PDF)))
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(3)
    expect(statuses.filter((status) => status === 402)).toHaveLength(5)
    expect(await chargesOf(service, accountId)).toEqual([1, 1, 1])
  })
})
