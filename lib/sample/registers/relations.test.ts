import { describe, expect, it } from 'vitest'

import { addDays } from '@/lib/domain/calendar'

import { filingsOf } from './rdf-filings'
import { relationsOf } from './relations'
import { makeSubjects } from './subjects'

describe('sample relations and filings', () => {
  it.each(Array.from({ length: 12 }, (_, month) => addDays('2026-03-01', month * 31)))(
    'never repeat an id on %s',
    (today) => {
      const companies = makeSubjects()
      const rows = companies.flatMap((company) => relationsOf(company, undefined, today))
      const filings = companies.flatMap((company) => filingsOf(company, today))
      expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length)
      expect(new Set(filings.map(({ id }) => id)).size).toBe(filings.length)
      expect(filings.length).toBeLessThan(12_000)
    },
  )

  it('contain nothing about a company before its registration', () => {
    const [company] = makeSubjects()
    if (!company) throw new Error('no companies')
    const before = addDays(company.registered_on, -1)
    expect(relationsOf(company, undefined, before)).toEqual([])
    expect(filingsOf(company, before)).toEqual([])
  })
})
