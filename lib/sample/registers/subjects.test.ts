import { describe, expect, it } from 'vitest'

import { checkIdentifier } from '@/lib/domain/identifiers/identifiers'
import { resolveProvince } from '@/lib/domain/provinces'

import { makePersons } from './persons'
import { findSubject, makeSubjects, subjectStatuses, subjectsWith } from './subjects'

describe('makeSubjects', () => {
  const subjects = makeSubjects()

  it('returns 2000 companies without a repeated identifier or name', () => {
    expect(subjects).toHaveLength(2000)
    for (const key of ['id', 'krs', 'nip', 'regon', 'name'] as const) {
      expect(new Set(subjects.map((subject) => subject[key])).size).toBe(2000)
    }
  })

  it('uses only valid identifiers of the synthetic blocks', () => {
    for (const { krs, nip, regon, id } of subjects) {
      expect(checkIdentifier('krs', krs)).toEqual({ ok: true, value: krs })
      expect(checkIdentifier('nip', nip)).toEqual({ ok: true, value: nip })
      expect(checkIdentifier('regon', regon)).toEqual({ ok: true, value: regon })
      expect(checkIdentifier('subject_id', id)).toEqual({ ok: true, value: id })
      expect(`${krs} ${nip} ${regon}`).toMatch(/^0009\d{6} 4[0-8]\d{8} 99\d{7}$/)
    }
  })

  it('includes every status and only known provinces', () => {
    expect(subjectStatuses.map((status) => subjectsWith(status).length)).toEqual([1860, 52, 28, 20, 40])
    expect(subjects.filter(({ province }) => resolveProvince(province) === null)).toEqual([])
    expect(findSubject('0009000101')?.name).toContain('ŻARIDAN')
  })

  it('returns a separate list to each caller', () => {
    makeSubjects().length = 0
    expect(makeSubjects()).toHaveLength(2000)
  })
})

describe('makePersons', () => {
  it('returns people born in the 19th century with valid numbers', () => {
    const persons = makePersons(800)
    expect(persons).toHaveLength(800)
    expect(new Set(persons.map(({ pesel }) => pesel)).size).toBe(800)
    for (const { pesel, birth_date } of persons) {
      expect(checkIdentifier('pesel', pesel)).toEqual({ ok: true, value: pesel })
      expect(birth_date).toMatch(/^18[5-9]\d-/)
      expect(pesel.slice(0, 2)).toBe(birth_date.slice(2, 4))
      expect(Number(pesel.slice(2, 4)) - 80).toBe(Number(birth_date.slice(5, 7)))
    }
  })

  it('returns a longer list that begins with the shorter one', () => {
    expect(makePersons(900).slice(0, 20)).toEqual(makePersons(20))
  })
})
