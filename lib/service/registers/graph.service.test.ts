import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { Graph } from '@/lib/contract/records'
import type { UsageSummary } from '@/lib/contract/usage'
import { insertRelations } from '@/lib/service/registers/statements/relations'
import type { RelationTable } from '@/lib/service/registers/tables'
import { insertCompany } from '@/lib/testing/companies'
import { krsOf } from '@/lib/testing/identifiers'
import { relation } from '@/lib/testing/relations'
import { sqliteOnly, startTestService, type TestService } from '@/lib/testing/service'

const idOf = (index: number): string => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`
/**
 * Companies 1 to 5 in a chain: 1 owns 2, a person leads 2 and 3, 3 owns 4, 4 owns 5. 6 has many relations, 7 has none.
 */
const [ANNA, STRANGER] = [idOf(101), idOf(102)]
const FOREIGN = idOf(103)
const owns = (owner: number, owned: number): RelationTable =>
  relation({
    company_id: idOf(owned),
    holder_id: idOf(owner),
    holder_kind: 'company',
    holder_name: `old name of ${owner}`,
    role: 'shareholder',
  })
const leads = (company: number, overrides: Partial<RelationTable> = {}) =>
  relation({ company_id: idOf(company), holder_id: ANNA, holder_name: 'Anna Lipogródzka', ...overrides })

describe.each(sqliteOnly)('graph on %s', (engine) => {
  let service: TestService
  beforeAll(async () => {
    service = await startTestService({ engine })
    for (let index = 1; index <= 10; index += 1) {
      await insertCompany(service.storage, {
        id: idOf(index),
        krs: krsOf(index),
        nip: null,
        regon: null,
        name: `SPÓŁKA ${index}`,
      })
    }
    await insertRelations(service.storage.db, [
      { ...owns(1, 2), detail: '60 udziałów o łącznej wysokości 30 000,00 zł' },
      leads(2),
      leads(3, { since: '2016-01-01', until: '2020-02-29', role: 'proxy' }),
      owns(3, 4),
      owns(4, 5),
      relation({
        company_id: idOf(2),
        holder_id: FOREIGN,
        holder_kind: 'company',
        holder_name: 'Łódź GmbH',
        since: null,
      }),
      relation({ company_id: idOf(2), holder_id: STRANGER, role: 'beneficial_owner' }),
      relation({ company_id: idOf(2), holder_id: STRANGER, role: 'shareholder', detail: '20 udziałów' }),
      ...Array.from({ length: 700 }, () => relation({ company_id: idOf(6), holder_id: randomUUID() })),
    ])
  })
  afterAll(() => service.stop())

  const explore = async (company: number, depth?: number) => {
    const { apiKey } = await service.createAccount()
    const path = `/v1/graph?krs=${krsOf(company)}${depth === undefined ? '' : `&depth=${depth}`}`
    const { status, body } = await service.request<Graph>(apiKey, 'GET', path)
    expect(status).toBe(200)
    expect(await lookupsOf(apiKey)).toEqual([1, 1])
    return body
  }
  const lookupsOf = async (apiKey: string) => {
    const { counts } = (await service.request<UsageSummary>(apiKey, 'GET', '/v1/usage/summary')).body
    return [counts.lookups, counts.rejestr]
  }
  const idsOf = ({ nodes }: Graph) => nodes.map(({ id }) => id).toSorted()
  const linksOf = ({ edges }: Graph) => edges.map(({ from, to, role }) => `${from} ${role} ${to}`).toSorted()

  it('shows both directions at depth 1, which is the default', async () => {
    const graph = await explore(2)
    expect(graph.root).toBe(idOf(2))
    expect(graph.nodes[0]).toEqual({ id: idOf(2), kind: 'company', name: 'SPÓŁKA 2', krs: krsOf(2) })
    expect(idsOf(graph)).toEqual([idOf(1), idOf(2), ANNA, STRANGER, FOREIGN].toSorted())
    expect(graph.nodes).toContainEqual({ id: idOf(1), kind: 'company', name: 'SPÓŁKA 1', krs: krsOf(1) })
    expect(graph.nodes).toContainEqual({ id: ANNA, kind: 'person', name: 'Anna Lipogródzka', krs: null })
    expect(graph.nodes).toContainEqual({ id: FOREIGN, kind: 'company', name: 'Łódź GmbH', krs: null })
    expect(linksOf(graph)).toEqual(
      [
        `${idOf(1)} shareholder ${idOf(2)}`,
        `${ANNA} board ${idOf(2)}`,
        `${FOREIGN} board ${idOf(2)}`,
        `${STRANGER} beneficial_owner ${idOf(2)}`,
        `${STRANGER} shareholder ${idOf(2)}`,
      ].toSorted(),
    )
    expect(linksOf(await explore(1))).toEqual([`${idOf(1)} shareholder ${idOf(2)}`])
    expect(graph.is_cut).toBe(false)
  })

  it('shows the part of all shares that a holder has, even when the graph shows only some holders', async () => {
    const sharesOf = ({ edges }: Graph) =>
      edges.flatMap(({ from, role, share_percent: share }) => (role === 'shareholder' ? [[from, share]] : []))
    expect(sharesOf(await explore(1))).toEqual([[idOf(1), 75]])
    expect(Object.fromEntries(sharesOf(await explore(2)))).toEqual({ [idOf(1)]: 75, [STRANGER]: 25 })
    expect(sharesOf(await explore(5))).toEqual([[idOf(4), null]])
  })

  it('shows no shares when those of one holder are not counted, and never more than 100 percent', async () => {
    const shareholding = (company: number, index: number, detail: string) =>
      relation({ company_id: idOf(company), holder_id: idOf(index), role: 'shareholder', detail })
    await insertRelations(service.storage.db, [
      shareholding(8, 201, '60 udziałów o łącznej wysokości 30 000,00 zł'),
      shareholding(8, 202, 'wkład 1 000,00 zł'),
      ...[203, 204, 205].map((index) => shareholding(9, index, '1 000 akcji')),
      // Sold shares do not count towards the present total.
      { ...shareholding(9, 206, '7 000 akcji'), until: '2020-01-01' },
      // The same holder twice: each holding has its own share.
      shareholding(10, 207, '30 udziałów'),
      shareholding(10, 207, '70 udziałów'),
    ])
    const sharesIn = async (company: number) =>
      (await explore(company)).edges.map(({ share_percent: share }) => share).toSorted((a, b) => Number(a) - Number(b))
    expect(await sharesIn(8)).toEqual([null, null])
    expect(await sharesIn(9)).toEqual([null, 33.3, 33.3, 33.3])
    expect(await sharesIn(10)).toEqual([30, 70])
  })

  it('continues through persons and companies', async () => {
    const two = await explore(1, 2)
    expect(idsOf(two)).toEqual([idOf(1), idOf(2), ANNA, STRANGER, FOREIGN].toSorted())
    expect(two.edges).toHaveLength(5)
    const three = await explore(1, 3)
    expect(idsOf(three)).toEqual([idOf(1), idOf(2), idOf(3), ANNA, STRANGER, FOREIGN].toSorted())
    expect(three.edges).toHaveLength(6)
    expect(three.edges).toContainEqual({
      from: ANNA,
      to: idOf(3),
      role: 'proxy',
      share_percent: null,
      since: '2016-01-01',
      until: '2020-02-29',
    })
    expect(idsOf(await explore(5, 3))).toEqual([idOf(3), idOf(4), idOf(5), ANNA].toSorted())
  })

  it('contains only the root for a company without relations', async () => {
    const graph = await explore(7, 3)
    expect(graph.nodes).toHaveLength(1)
    expect(graph.edges).toEqual([])
  })

  it('contains at most 500 nodes, and no edge to a missing node', async () => {
    const graph = await explore(6, 3)
    expect(graph.nodes).toHaveLength(500)
    expect(graph.is_cut).toBe(true)
    expect(graph.edges).toHaveLength(499)
    const ids = new Set(graph.nodes.map(({ id }) => id))
    expect(graph.edges.filter(({ from, to }) => !ids.has(from) || !ids.has(to))).toEqual([])
  })

  it.each([
    [`krs=${krsOf(99)}`, 404],
    [`id=${ANNA}`, 404],
    ['krs=abc', 422],
    ['', 422],
    [`krs=${krsOf(1)}&nip=1234563218`, 422],
    [`krs=${krsOf(1)}&depth=0`, 422],
    [`krs=${krsOf(1)}&depth=4`, 422],
  ])('rejects ?%s with %i and charges nothing', async (query, status) => {
    const { apiKey } = await service.createAccount()
    expect((await service.request(apiKey, 'GET', `/v1/graph?${query}`)).status).toBe(status)
    expect(await lookupsOf(apiKey)).toEqual([0, 0])
  })
})
