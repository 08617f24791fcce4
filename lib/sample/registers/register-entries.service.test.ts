import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import knfSections from '@/data/knf-sections.json'
import { knfWarning, sudopCase, uokikDecision } from '@/lib/contract/registers'
import { checkIdentifier } from '@/lib/domain/identifiers/identifiers'
import type { RegisterEntryTable } from '@/lib/service/registers/tables'
import { engines, startTestService, type TestService } from '@/lib/testing/service'

import { loadRegisterEntries } from '../load-register-entries'
import { makeWarnings } from './knf-warnings'
import { makeSubjects } from './subjects'
import { makeCases } from './sudop-cases'
import { makeDecisions } from './uokik-decisions'

const NOW = '2026-11-20T23:30:00.000Z'
const TODAY = '2026-11-21'
const companies = new Set(makeSubjects().map(({ name }) => name))
const nips = new Set(makeSubjects().map(({ nip }) => nip))

describe.each(engines)('sample register entries on %s', (engine) => {
  let service: TestService
  let elapsedMs = 0
  beforeAll(async () => {
    service = await startTestService({ engine, now: NOW })
    const started = performance.now()
    await service.storage.db.transaction().execute((db) => loadRegisterEntries(db, service.clock.now()))
    elapsedMs = performance.now() - started
  })
  afterAll(() => service.stop())

  const entriesOf = (register: RegisterEntryTable['register']) =>
    service.storage.db
      .selectFrom('register_entries')
      .selectAll()
      .where('register', '=', register)
      .orderBy('position')
      .execute()

  it('are loaded quickly', () => {
    expect(elapsedMs).toBeLessThan(30_000)
  })

  it.each(['knf', 'uokik', 'sudop'] as const)('of %s are ordered by day and end before today', async (register) => {
    const entries = await entriesOf(register)
    const days = entries.map(({ day }) => day)
    expect(days).toEqual(days.toSorted())
    expect((days.at(-1) ?? '') < TODAY).toBe(true)
    expect(entries.map(({ position }) => position)).toEqual(entries.map((_, index) => index + 1))
  })

  it('of KNF cover all ten sections', async () => {
    const entries = await entriesOf('knf')
    const items = entries.map(({ row }) => knfWarning.parse(JSON.parse(row)))
    expect(items).toHaveLength(560)
    const counts = knfSections.map(({ section }) => items.filter((item) => item.section === section).length)
    expect(Math.min(...counts)).toBeGreaterThan(0)
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(560)
    for (const [index, item] of items.entries()) {
      const { resolved_on, notified_on, identifier, name } = item
      expect([entries[index]?.day, entries[index]?.section, entries[index]?.id]).toEqual([
        notified_on,
        item.section,
        item.id,
      ])
      expect(resolved_on === null || (resolved_on > notified_on && resolved_on < TODAY)).toBe(true)
      expect(item.rulings === null).toBe(resolved_on === null)
      expect(identifier !== null).toBe(companies.has(name))
    }
  })

  it('of UOKiK have distinct numbers in the format of their office and year', async () => {
    const items = (await entriesOf('uokik')).map(({ row }) => uokikDecision.parse(JSON.parse(row)))
    expect(items).toHaveLength(800)
    expect(new Set(items.map(({ number }) => number)).size).toBe(800)
    expect(new Set(items.map(({ id }) => id)).size).toBe(800)
    for (const { id, number, decided_on, parties } of items) {
      const year = decided_on.slice(0, 4)
      const form = year < '2017' ? /^\p{Lu}{3}-9\d\d-(\d{4})$/u : /^(?:DZP |(?!DZP)\p{Lu}{3}-)9\d\d\/(\d{4})$/u
      expect([number, form.exec(number)?.[1]]).toEqual([number, year])
      expect(id).toMatch(/^[0-9A-F]{32}$/)
      expect(parties.every((name) => companies.has(name))).toBe(true)
    }
    expect(items.some(({ number }) => number.startsWith('DZP '))).toBe(true)
    expect(items.some(({ number }) => /^R.*-\d{4}$/.test(number))).toBe(true)
  })

  it('of SUDOP are grants to synthetic companies, a few of them identical', async () => {
    const entries = await entriesOf('sudop')
    const items = entries.map(({ row }) => sudopCase.parse(JSON.parse(row)))
    expect(items).toHaveLength(5009)
    expect(new Set(items.map(({ id }) => id)).size).toBe(5009)
    expect(new Set(items.map((item) => JSON.stringify({ ...item, id: '' }))).size).toBe(5000)
    for (const [index, item] of items.entries()) {
      expect(entries[index]?.nip).toBe(item.beneficiary_nip)
      expect(nips.has(item.beneficiary_nip) && companies.has(item.beneficiary_name)).toBe(true)
      expect(checkIdentifier('nip', item.provider_nip).ok).toBe(true)
      const amounts = [item.nominal_value_pln, item.gross_value_pln, item.gross_value_eur]
      for (const amount of amounts) expect(amount).toMatch(/^(0|[1-9]\d*)\.\d\d$/)
      expect(Number(item.gross_value_pln)).toBeLessThanOrEqual(Number(item.nominal_value_pln))
      expect(Number(item.gross_value_eur)).toBeGreaterThan(0)
    }
  })
})

describe('sample entries', () => {
  it.each([makeWarnings, makeDecisions, makeCases])('are the same for the same day', (make) => {
    expect(make(TODAY)).toEqual(make(TODAY))
  })
})
