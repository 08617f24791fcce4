import { createHash } from 'node:crypto'

import { describe, expect, it } from 'vitest'

import { addDays, daysOfMonth, isWorkingDay } from '@/lib/domain/calendar'
import { checkIdentifier } from '@/lib/domain/identifiers'
import { checkKrzSignature, checkMsigSignature } from '@/lib/domain/krz-signatures'
import { announcementsOfDay, nextAnnouncement } from '@/lib/service/sample/announcements'
import { makeKrsChangeRow } from '@/lib/service/sample/krs-change-row'
import { makeKrzRow } from '@/lib/service/sample/krz-row'
import { makeMsigRow } from '@/lib/service/sample/msig-row'
import type { SampleAnnouncement } from '@/lib/service/sample/report-rows'
import { findSubject } from '@/lib/service/sample/subjects'

const DAY = '2026-11-19'
const month = daysOfMonth('2026-11').flatMap((day) => announcementsOfDay(day))
const rowsOf = <S extends SampleAnnouncement['source']>(source: S) =>
  month.filter((item): item is Extract<SampleAnnouncement, { source: S }> => item.source === source)
const krz = rowsOf('krz').map(({ row }) => row)
const msig = rowsOf('msig').map(({ row }) => row)
const krs = rowsOf('krs').map(({ row }) => row)
const fingerprint = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('hex')

describe('announcementsOfDay', () => {
  it('gives the same bytes twice, whatever was made in between', () => {
    const first = fingerprint(announcementsOfDay(DAY))
    announcementsOfDay('2027-02-01')
    expect(fingerprint(announcementsOfDay(DAY))).toBe(first)
    expect(fingerprint(announcementsOfDay(addDays(DAY, 1)))).not.toBe(first)
  })

  it('never repeats an id', () => {
    const live = Array.from({ length: 500 }, (_, counter) => nextAnnouncement(counter, DAY))
    const ids = [...month, ...live].map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('prints the gazette on working days only', () => {
    const days = new Set(rowsOf('msig').map(({ day }) => day))
    expect([...days].filter((day) => !isWorkingDay(day))).toEqual([])
    expect(days.size).toBe(daysOfMonth('2026-11').filter(isWorkingDay).length)
  })

  it('holds tens of rows, and ten times as many at scale 10', () => {
    const day = announcementsOfDay(DAY)
    expect(day.length).toBeGreaterThan(80)
    expect(day.length).toBeLessThan(220)
    expect(announcementsOfDay(DAY, 10).length).toBeGreaterThan(1000)
    expect(announcementsOfDay(DAY, 0)).toEqual([])
  })

  it('carries in its columns what the row says', () => {
    for (const item of month) {
      expect(item.id).toBe(item.row.id)
      if (item.krs !== null) expect(findSubject(item.krs)).toMatchObject({ nip: item.nip, id: item.subject_id })
      if (item.pesel !== null) expect(item.subject_id).not.toBeNull()
      expect(item.name).not.toBe('')
      expect(item.title).not.toBe('')
    }
  })

  it('is fast enough to be made on the way', () => {
    const started = performance.now()
    for (let offset = 0; offset < 20; offset += 1) announcementsOfDay(addDays('2027-03-01', offset))
    // The aim is 20 ms a day; the limit leaves room for a busy machine.
    expect((performance.now() - started) / 20).toBeLessThan(60)
  })
})

describe('KRZ rows', () => {
  it('have the fields of the interface in its order', () => {
    expect(Object.keys(makeKrzRow(0, DAY))).toEqual(
      (
        'id announcement_date advisors attributes signature number title court court_division rodzaj_sprawy category ' +
        'subcategory debtor_kind debtor_name debtor_pesel debtor_nip debtor_krs debtor_legal_form ' +
        'debtor_miejscowosc debtor_country debtor_birth_date tresc_text'
      ).split(' '),
    )
  })

  it('are about consumers in three cases of five', () => {
    const consumers = krz.filter(({ debtor_kind }) => debtor_kind.includes('nieprowadząca'))
    expect(consumers.length / krz.length).toBeGreaterThan(0.54)
    expect(consumers.length / krz.length).toBeLessThan(0.66)
    for (const row of consumers) {
      expect([row.debtor_nip, row.debtor_krs, row.debtor_legal_form]).toEqual([null, null, null])
      expect(row.rodzaj_sprawy).toMatch(/^GUp-sk?$/)
    }
  })

  it('hold valid identifiers and signatures, and no PESEL in the text', () => {
    for (const row of krz) {
      expect(checkKrzSignature(row.signature ?? '')).toEqual({ ok: true, value: row.signature })
      expect(row.signature).toContain(`/${row.rodzaj_sprawy}/`)
      if (row.debtor_pesel !== null) expect(checkIdentifier('pesel', row.debtor_pesel).ok).toBe(true)
      if (row.debtor_nip !== null) expect(checkIdentifier('nip', row.debtor_nip).ok).toBe(true)
      if (row.debtor_krs !== null) expect(findSubject(row.debtor_krs)).toBeDefined()
      expect(row.tresc_text).not.toMatch(/\d{11}|undefined|NaN/)
      expect(row.tresc_text).toContain(row.debtor_name)
    }
  })

  it('follow the status of the company', () => {
    const companies = krz.filter(({ debtor_krs }) => debtor_krs !== null)
    expect(companies.length).toBeGreaterThan(100)
    for (const row of companies) {
      const status = findSubject(row.debtor_krs ?? '')?.status
      if (row.category === 'Postępowania restrukturyzacyjne') expect(status).toBe('restructuring')
      if (row.category === 'Postępowania upadłościowe') expect(status).toBe('bankruptcy')
    }
  })

  it('tell the stages of a case in their order', () => {
    const order = ['GU', 'GUp'] as const
    const days = Array.from({ length: 100 }, (_, offset) => addDays('2026-05-01', 2 * offset))
    const rows = days.flatMap((day) => Array.from({ length: 40 }, (_, seed) => makeKrzRow(seed, day)))
    const seen = new Map<string, number>()
    let steps = 0
    for (const row of rows) {
      if (findSubject(row.debtor_krs ?? '')?.status !== 'bankruptcy') continue
      const key = `${row.debtor_krs}|${row.signature?.split('/').slice(2).join('/')}`
      const stage = order.findIndex((repertory) => repertory === row.rodzaj_sprawy)
      if (stage < (seen.get(key) ?? 0)) throw new Error(`${row.signature} went back on ${row.announcement_date}`)
      if (stage > (seen.get(key) ?? 0)) steps += 1
      seen.set(key, stage)
    }
    expect(steps).toBeGreaterThan(3)
  })
})

describe('MSiG rows', () => {
  it('have the common fields without the debtor group, then their own', () => {
    expect(Object.keys(makeMsigRow(0, DAY))).toEqual(
      (
        'id announcement_date advisors attributes signature number title court court_division rodzaj_sprawy category ' +
        'subcategory tresc_text issue_number position krs nip entity_name'
      ).split(' '),
    )
  })

  it('number issues by working days and positions without a repeat', () => {
    expect(makeMsigRow(0, '2026-01-02').issue_number).toBe('1/2026')
    expect(makeMsigRow(0, '2026-01-07').issue_number).toBe('3/2026')
    expect(new Set(msig.map(({ position }) => position)).size).toBe(msig.length)
    expect(msig.every(({ issue_number }) => /^2[0-3]\d\/2026$/.test(issue_number))).toBe(true)
  })

  it('carry signatures that the filter accepts', () => {
    const signatures = msig.flatMap(({ signature }) => (signature === null ? [] : [signature]))
    expect(signatures.length).toBeGreaterThan(50)
    for (const value of signatures) expect(checkMsigSignature(value)).toEqual({ ok: true, value })
  })
})

describe('KRS change rows', () => {
  it('have the decided fields in order', () => {
    expect(Object.keys(makeKrsChangeRow(0, DAY))).toEqual(
      'id change_date krs nip entity_name section field old_value new_value entry_number'.split(' '),
    )
  })

  it('change something, and what fits the status', () => {
    for (const row of krs) {
      const subject = findSubject(row.krs)
      expect(subject?.nip).toBe(row.nip)
      expect(row.old_value).not.toBe(row.new_value)
      if (row.field === 'opis') expect(subject?.status).toBe('deregistered')
      if (row.section.includes('Postępowanie upadłościowe')) expect(subject?.status).toBe('bankruptcy')
      if (row.section.includes('Kapitał')) expect(subject?.share_capital).not.toBeNull()
    }
  })
})
