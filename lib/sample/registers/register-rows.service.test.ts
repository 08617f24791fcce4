import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { filedDocument, rdfFinancials } from '@/lib/contract/documents'
import { parseDay } from '@/lib/domain/calendar'
import type { RdfDocumentTable, RelationTable } from '@/lib/service/registers/tables'
import { engines, startTestService, type TestService } from '@/lib/testing/service'

import { loadRdfDocuments } from '../load-rdf-documents'
import { loadRelations } from '../load-relations'
import { makeSubjects } from './subjects'

const NOW = '2026-06-10T10:00:00.000Z'
const TODAY = '2026-06-10'

describe.each(engines)('sample register rows on %s', (engine) => {
  let service: TestService
  let relations: RelationTable[]
  let documents: RdfDocumentTable[]
  let elapsedMs = 0
  beforeAll(async () => {
    service = await startTestService({ engine, now: NOW })
    const started = performance.now()
    await service.storage.db.transaction().execute(async (db) => {
      await loadRelations(db, service.clock.now())
      await loadRdfDocuments(db, service.clock.now())
    })
    elapsedMs = performance.now() - started
    relations = await service.storage.db.selectFrom('relations').selectAll().execute()
    documents = await service.storage.db.selectFrom('rdf_documents').selectAll().execute()
  })
  afterAll(() => service.stop())

  const companies = new Map(makeSubjects().map((company) => [company.id, company]))
  const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)

  it('are numerous and load quickly', () => {
    // It takes one second on an idle machine; the limit allows for a busy one.
    expect(elapsedMs).toBeLessThan(40_000)
    expect(documents.length).toBeGreaterThan(8_000)
    expect(documents.length).toBeLessThan(12_000)
    expect(relations.length).toBeGreaterThan(8_000)
    expect(relations.length).toBeLessThan(14_000)
  })

  it('give every company one to three board members or liquidators, and a beneficial owner', () => {
    for (const id of companies.keys()) {
      const current = relations.filter(({ company_id, until }) => company_id === id && until === null)
      const board = current.filter(({ role }) => role === 'board' || role === 'liquidator').length
      expect([id, board >= 1 && board <= 3]).toEqual([id, true])
      expect([id, current.some(({ role }) => role === 'beneficial_owner')]).toEqual([id, true])
    }
  })

  it('include former holders and owners that are companies, but no future dates and no personal numbers', () => {
    expect(relations.filter(({ until }) => until !== null).length).toBeGreaterThan(300)
    const owners = relations.filter(({ holder_kind }) => holder_kind === 'company')
    expect(owners.length).toBeGreaterThan(100)
    for (const { holder_id, holder_name, company_id } of owners) {
      expect(companies.get(holder_id)?.name).toBe(holder_name)
      expect(holder_id).not.toBe(company_id)
    }
    for (const { since, until, holder_name, detail } of relations) {
      expect(parseDay(since ?? '')).toBe(since)
      expect((since ?? '') <= TODAY && (until === null || (until <= TODAY && until > (since ?? '')))).toBe(true)
      expect(`${holder_name} ${detail}`).not.toMatch(/\d{11}/)
    }
  })

  it('split the whole capital among the shareholders', () => {
    const nominal = 50
    for (const { id, share_capital, legal_form } of companies.values()) {
      if (legal_form !== 'SPÓŁKA Z OGRANICZONĄ ODPOWIEDZIALNOŚCIĄ') continue
      const shares = relations
        .filter(({ company_id, role, until }) => company_id === id && role === 'shareholder' && until === null)
        .map(({ detail }) => Number(detail.split(' udzia')[0]?.replaceAll(' ', '')))
      expect([id, sum(shares) * nominal]).toEqual([id, share_capital])
    }
  })

  it('contain documents with plausible dates that match the contract', () => {
    for (const document of documents) {
      const row = filedDocument.parse(JSON.parse(document.row))
      const { id, kind_code, period_start, period_end, filed_on } = document
      expect(row).toMatchObject({ id, kind_code, period_start, period_end, filed_on })
      expect(id).toMatch(/^[\w-]{22}==$/)
      expect(Buffer.from(id, 'base64url')).toHaveLength(16)
      expect(period_end < row.prepared_on && row.prepared_on <= filed_on && filed_on <= TODAY).toBe(true)
      const company = companies.get(document.company_id)
      expect(company?.share_capital).not.toBeNull()
      expect(period_start >= (company?.registered_on ?? '')).toBe(true)
      expect(document.financials === null).toBe(kind_code !== 18)
    }
    expect(new Set(documents.map(({ kind_code }) => kind_code))).toEqual(new Set([3, 4, 18, 19, 20]))
    expect(documents.filter(({ row }) => row.includes('"correction":true')).length).toBeGreaterThan(20)
    expect(documents.some(({ id }) => /[-_]/.test(id))).toBe(true)
  })

  it('contain figures that add up, and equity that follows from the profit', () => {
    const equity = new Map<string, number>()
    const statements = documents.filter(({ financials }) => financials !== null)
    for (const { id, company_id, financials, period_end, row } of statements.toSorted((a, b) =>
      a.period_end < b.period_end ? -1 : 1,
    )) {
      const figures = rdfFinancials.parse(JSON.parse(financials ?? ''))
      expect(figures.document_id).toBe(id)
      expect(figures.period_end).toBe(period_end)
      expect(figures.fixed_assets + figures.current_assets).toBe(figures.total_assets)
      expect(figures.equity + figures.liabilities).toBe(figures.total_assets)
      expect(Math.min(figures.fixed_assets, figures.current_assets, figures.liabilities)).toBeGreaterThanOrEqual(0)
      if (row.includes('"correction":true')) continue
      const before = equity.get(company_id)
      if (before !== undefined) expect(figures.equity).toBe(before + figures.net_profit)
      equity.set(company_id, figures.equity)
    }
  })
})
