import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { CompanyPart } from '@/lib/features/companies/domain/part-rows'
import { companyHandlers } from '@/lib/features/companies/handlers'
import { insertRdfDocuments } from '@/lib/service/documents/statements/rdf-documents'
import { insertCompany } from '@/lib/testing/companies'
import { krsOf } from '@/lib/testing/identifiers'
import { panelContext } from '@/lib/testing/panel-context'
import { rdfDocumentOf } from '@/lib/testing/rdf'
import { sqliteOnly, startTestService, type TestService } from '@/lib/testing/service'

import { statementHandlers } from './handlers'

describe.each(sqliteOnly)('companies with statements on %s', (engine) => {
  let service: TestService
  beforeAll(async () => {
    service = await startTestService({ engine })
    for (const n of [1, 2]) {
      const id = `b9b1a6c2-8d86-4c58-9a3e-1f0f9d1c7a0${n}`
      await insertCompany(service.storage, { id, krs: krsOf(n), nip: null, regon: null, name: `Spółka ${n}` })
      await insertRdfDocuments(service.storage.db, [
        rdfDocumentOf({ company_id: id, id: `doc-${n}`, year: 2024, filed_on: '2025-06-30' }),
      ])
    }
  })
  afterAll(() => service.stop())

  const list = (accountId: string) => statementHandlers['statements.companies']({}, panelContext(service, accountId))
  type PartRequest = { readonly part: CompanyPart; readonly number: string; readonly known?: string | null }
  const requestPart = async (accountId: string, { part, number, known = null }: PartRequest) => {
    service.clock.advance(1000)
    const input = { params: { number, part }, body: { known, page: 'first' as const } }
    return companyHandlers['companies.ask'](input, panelContext(service, accountId, { now: service.clock.now() }))
  }

  it('are listed by their last request, with the newest answer of each part and its cost', async () => {
    const { accountId } = await service.createAccount()
    expect(await list(accountId)).toEqual({ items: [] })
    const first = await requestPart(accountId, { part: 'statements', number: krsOf(1) })
    await requestPart(accountId, { part: 'record', number: krsOf(2) })
    await requestPart(accountId, { part: 'financials', number: krsOf(2) })
    expect((await list(accountId)).items.map(({ number }) => number)).toEqual([krsOf(2), krsOf(1)])
    await requestPart(accountId, { part: 'financials', number: krsOf(1) })
    const secondAnswer = await requestPart(accountId, {
      part: 'statements',
      number: krsOf(1),
      known: first.pages[0]?.id ?? null,
    })
    const { items } = await list(accountId)
    expect(items.map(({ number, name, parts }) => [number, name, parts.map(({ part }) => part)])).toEqual([
      [krsOf(1), 'Spółka 1', ['statements', 'financials']],
      [krsOf(2), 'Spółka 2', ['financials']],
    ])
    expect(items[0]?.parts[0]).toMatchObject({ id: secondAnswer.pages[0]?.id, units: 1 })
  })

  it('are listed only for the account that requested them', async () => {
    const [one, other] = [await service.createAccount(), await service.createAccount()]
    await requestPart(one.accountId, { part: 'statements', number: krsOf(1) })
    expect(await list(other.accountId)).toEqual({ items: [] })
  })

  it('have no name if the answer has none', async () => {
    const { accountId } = await service.createAccount()
    const fetchService = (path: string) =>
      Promise.resolve(Response.json(path.startsWith('/v1/rdf') ? [{ id: 'a' }] : { items: [] }))
    const input = {
      params: { number: krsOf(1), part: 'statements' as const },
      body: { known: null, page: 'first' as const },
    }
    await companyHandlers['companies.ask'](input, panelContext(service, accountId, { fetchService }))
    expect((await list(accountId)).items).toMatchObject([{ number: krsOf(1), name: null, parts: [{ units: null }] }])
  })
})
