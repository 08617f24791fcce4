import { createHash } from 'node:crypto'

import { describe, expect, it } from 'vitest'

import type { Announcement, AnnouncementOf } from '@/lib/contract/announcement'
import { reportKrsChangeRow, reportKrzRow, reportMsigRow } from '@/lib/contract/report-rows'
import { addDays, daysOfMonth, isWorkingDay } from '@/lib/domain/calendar'
import { eventSources } from '@/lib/domain/events/sources'
import { checkIdentifier } from '@/lib/domain/identifiers/identifiers'
import { checkKrzSignature, checkMsigSignature } from '@/lib/domain/identifiers/krz-signatures'
import { announcementsOfDay, sampleWorld } from '@/lib/testing/announced-days'

import { findSubject } from './registers/subjects'
import { slotsOn } from './schedule'
import { announce } from './world/announce'

const DAY = '2026-11-19'
const world = sampleWorld('2026-11-01')
const month: Announcement[] = []
for (const day of daysOfMonth('2026-11')) {
  month.push(...(await announce(world, slotsOn(day))).map(({ announcement }) => announcement))
}
const announcementsOf = <S extends Announcement['source']>(source: S) =>
  month.filter((item): item is AnnouncementOf<S> => item.source === source)
const krz = announcementsOf('krz').map(({ row }) => row)
const msig = announcementsOf('msig').map(({ row }) => row)
const krs = announcementsOf('krs').map(({ row }) => row)
const fingerprint = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('hex')
const groupsOf = <T>(items: readonly T[], keyOf: (item: T) => string | null): T[][] => {
  const groups = new Map<string, T[]>()
  for (const item of items) {
    const key = keyOf(item)
    if (key !== null) groups.set(key, [...(groups.get(key) ?? []), item])
  }
  return [...groups.values()]
}

describe('sample announcements', () => {
  it('are the same for the same day', async () => {
    const first = fingerprint(await announcementsOfDay(DAY))
    expect(fingerprint(await announcementsOfDay(DAY))).toBe(first)
    expect(fingerprint(await announcementsOfDay(addDays(DAY, 1)))).not.toBe(first)
  })

  it('never repeat an id, and come from every register', () => {
    expect(new Set(month.map(({ id }) => id)).size).toBe(month.length)
    expect([...new Set(month.map(({ source }) => source))].toSorted()).toEqual(eventSources.toSorted())
  })

  it('of the gazette appear on working days only', () => {
    const days = new Set(announcementsOf('msig').map(({ day }) => day))
    expect([...days].filter((day) => !isWorkingDay(day))).toEqual([])
    expect(days.size).toBe(daysOfMonth('2026-11').filter(isWorkingDay).length)
  })

  it('are 100 to 250 a day, more than 1000 at scale 10, and none at scale 0', async () => {
    const day = await announcementsOfDay(DAY)
    expect(day.length).toBeGreaterThan(100)
    expect(day.length).toBeLessThan(250)
    expect((await announcementsOfDay(DAY, 10)).length).toBeGreaterThan(1000)
    expect(await announcementsOfDay(DAY, 0)).toEqual([])
  }, 30_000)

  it('have columns that agree with their row', () => {
    for (const item of month) {
      if ('id' in item.row) expect(item.id).toBe(item.row.id)
      if (item.krs !== null) expect(findSubject(item.krs)).toMatchObject({ nip: item.nip, id: item.subject_id })
      if (item.pesel !== null) expect(item.subject_id).not.toBeNull()
      expect(item.name).not.toBe('')
      expect(item.title).not.toBe('')
    }
  })

  it('have rows that match the report schemas', () => {
    for (const row of krz) expect(reportKrzRow.parse(row)).toEqual(row)
    for (const row of msig) expect(reportMsigRow.parse(row)).toEqual(row)
    for (const row of krs) expect(reportKrsChangeRow.parse(row)).toEqual(row)
  })
})

describe('KRZ rows', () => {
  it('have the fields of the interface in its order', () => {
    expect(Object.keys(krz[0] ?? {})).toEqual(
      (
        'id announcement_date advisors attributes signature number title court court_division rodzaj_sprawy category ' +
        'subcategory debtor_kind debtor_name debtor_pesel debtor_nip debtor_krs debtor_legal_form ' +
        'debtor_miejscowosc debtor_country debtor_birth_date tresc_text'
      ).split(' '),
    )
  })

  it('are mostly about consumers', () => {
    const consumers = krz.filter(({ debtor_kind }) => debtor_kind.includes('nieprowadząca'))
    expect(consumers.length / krz.length).toBeGreaterThan(0.5)
    expect(consumers.length / krz.length).toBeLessThan(0.75)
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

  it('are numbered in order within a day, and have each stage of a case once and in order', () => {
    for (const rowsOfDay of groupsOf(krz, ({ announcement_date }) => announcement_date)) {
      const numbers = rowsOfDay.map(({ number }) => Number(number.split('/')[1]))
      expect(numbers).toEqual(numbers.map((_, index) => 9001 + index))
    }
    const cases = groupsOf(krz, ({ debtor_name, signature }) => {
      const [court, , ...number] = signature?.split('/') ?? []
      return `${debtor_name} ${court} ${number.join('/')}`
    })
    let steps = 0
    for (const rows of cases) {
      expect(new Set(rows.map(({ title }) => title)).size).toBe(rows.length)
      const repertories = rows.map(({ rodzaj_sprawy }) => rodzaj_sprawy ?? '')
      // The repertory of a petition is GU or GR; later stages have a longer one.
      expect(repertories).toEqual(repertories.toSorted((a, b) => Math.min(3, a.length) - Math.min(3, b.length)))
      steps += rows.length - 1
    }
    expect(steps).toBeGreaterThan(20)
  })
})

describe('MSiG rows', () => {
  it('have the common fields without the debtor group, then their own', () => {
    expect(Object.keys(msig[0] ?? {})).toEqual(
      (
        'id announcement_date advisors attributes signature number title court court_division rodzaj_sprawy category ' +
        'subcategory tresc_text issue_number position krs nip entity_name'
      ).split(' '),
    )
  })

  it('have issue numbers by working day, and ascending positions', () => {
    const issues = announcementsOf('msig').map(({ day, row }) => `${day} ${row.issue_number}`)
    expect(issues[0]).toBe('2026-11-02 213/2026')
    const positions = msig.map(({ position }) => Number(position))
    expect(positions).toEqual(positions.map((_, index) => (positions[0] ?? 0) + index))
  })

  it('have signatures that the filter accepts', () => {
    const signatures = msig.flatMap(({ signature }) => (signature === null ? [] : [signature]))
    expect(signatures.length).toBeGreaterThan(50)
    for (const value of signatures) expect(checkMsigSignature(value)).toEqual({ ok: true, value })
  })
})

describe('KRS change rows', () => {
  it('have the specified fields in order', () => {
    expect(Object.keys(krs[0] ?? {})).toEqual(
      'id change_date krs nip entity_name section field old_value new_value entry_number'.split(' '),
    )
  })

  it('change a value, with ascending entry numbers for each company', () => {
    for (const rows of groupsOf(krs, ({ krs: number }) => number)) {
      const numbers = rows.map(({ entry_number }) => entry_number)
      expect(numbers).toEqual(numbers.toSorted((a, b) => a - b))
      expect(new Set(rows.map(({ entry_number, field }) => `${entry_number} ${field}`)).size).toBe(rows.length)
    }
    expect(krs.filter(({ old_value, new_value }) => old_value === new_value)).toEqual([])
  })

  it('are the last announcements of a company that was struck off', () => {
    let struckOffCount = 0
    for (const all of groupsOf(month, ({ krs: number }) => number)) {
      const at = all.findIndex((item) => item.source === 'krs' && item.row.field === 'opis')
      if (at < 0) continue
      struckOffCount += 1
      expect(all.slice(at + 1)).toEqual([])
    }
    expect(struckOffCount).toBeGreaterThan(0)
  })
})
