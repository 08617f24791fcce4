import { describe, expect, it } from 'vitest'

import cities from '@/data/cities.json'
import districts from '@/data/court-districts.json'
import type { Announcement, AnnouncementOf } from '@/lib/contract/announcement'
import { filedDocument, rdfFinancials } from '@/lib/contract/documents'
import { addDays, isWorkingDay } from '@/lib/domain/calendar'
import { provinceName } from '@/lib/domain/provinces'
import { sampleWorld } from '@/lib/testing/announced-days'

import { makeRelations } from './load-relations'
import { toCompany } from './load-subjects'
import { activitiesOf } from './registers/activities'
import { bankruptcyCourtOf, civilSeats, prosecutorSeats, registryCourtOf } from './registers/courts'
import { makeWarnings } from './registers/knf-warnings'
import { filingsOf } from './registers/rdf-filings'
import { findSubject, makeSubjects } from './registers/subjects'
import { makeCases } from './registers/sudop-cases'
import { makeClauses } from './registers/uokik-clauses'
import { makeDecisions } from './registers/uokik-decisions'
import { slotsOn } from './schedule'
import { announce } from './world/announce'

const TODAY = '2026-11-20'
const world = sampleWorld('2026-11-07')
const announcements: Announcement[] = []
// Weekends, a holiday within a week, and working days.
for (let day = '2026-11-07'; day <= TODAY; day = addDays(day, 1)) {
  announcements.push(...(await announce(world, slotsOn(day))).map(({ announcement }) => announcement))
}
const announcementsOf = <S extends Announcement['source']>(source: S) =>
  announcements.filter((item): item is AnnouncementOf<S> => item.source === source)
const krz = announcementsOf('krz').map(({ row }) => row)
const msig = announcementsOf('msig').map(({ row }) => row)
const krs = announcementsOf('krs').map(({ row }) => row)
const subjects = makeSubjects()
const companies = subjects.map(toCompany)
const provinceOfTown = new Map(cities.map(([name, code]) => [`${name}|${provinceName(String(code))}`, true]))
const dayOf = (dotted: string) => dotted.split('.').toReversed().join('-')

/** Every rule is checked over the whole world and lists the violations. */
describe('the sample world matches what a Polish professional expects', () => {
  it('1: the gazette announces no KRS entries since 29 November 2025, and names the registry court of the seat', () => {
    expect(msig.length).toBeGreaterThan(100)
    expect(msig.filter(({ category }) => category.startsWith('XV'))).toEqual([])
    expect(msig.filter(({ tresc_text }) => /dokonano wpisu|NS-REJ/.test(tresc_text))).toEqual([])
    const wrong = msig.filter(({ krs: number, category, tresc_text }) => {
      const company = findSubject(number ?? '')
      return company && !category.startsWith('III') && !tresc_text.includes(registryCourtOf(company).name)
    })
    expect(wrong).toEqual([])
    expect(new Set(msig.map(({ category }) => category)).size).toBeGreaterThan(2)
  })

  it('2: cases are heard by the court of the seat or home, inheritance cases by courts all over the country', () => {
    const wrong = krz.filter(({ debtor_krs, debtor_miejscowosc, court, signature }) => {
      const place = findSubject(debtor_krs ?? '') ?? { city: debtor_miejscowosc }
      const wanted = [bankruptcyCourtOf(place), bankruptcyCourtOf(place, true)]
      return !wanted.some(({ name, code }) => name === court && signature?.startsWith(`${code}/`))
    })
    expect(wrong).toEqual([])
    expect(new Set(krz.map(({ court }) => court)).size).toBeGreaterThan(25)
    const old = msig.filter(({ category }) => category.startsWith('III'))
    const wrongCourts = old.filter(
      ({ krs, court }) => bankruptcyCourtOf(findSubject(krs ?? '') ?? { city: null }).name !== court,
    )
    expect(wrongCourts).toEqual([])
    const inheritances = msig.filter(({ category }) => category.startsWith('V.'))
    expect(new Set(inheritances.map(({ court }) => court)).size).toBeGreaterThan(8)
    expect(inheritances.filter(({ court }) => !civilSeats.some((seat) => court === `Sąd Rejonowy ${seat}`))).toEqual([])
  })

  it('2: every town belongs to a court of its own province, by its county', () => {
    for (const [name, code, , county] of cities) {
      const province = provinceName(String(code))
      const { name: court } = bankruptcyCourtOf({ city: String(name), province })
      const district = districts.find((each) => each.court === court)
      expect([name, district?.province]).toEqual([name, province])
      const owner = districts.find((each) => each.province === province && each.counties.includes(String(county)))
      if (owner) expect([name, court]).toEqual([name, owner.court])
    }
    const courtOf = (city: string) => bankruptcyCourtOf({ city }).name
    expect(['Szczecin', 'Jarosław', 'Katowice', 'Gdynia', 'Rybnik'].map(courtOf)).toEqual([
      'Sąd Rejonowy Szczecin-Centrum w Szczecinie',
      'Sąd Rejonowy w Przemyślu',
      'Sąd Rejonowy Katowice-Wschód w Katowicach',
      'Sąd Rejonowy Gdańsk-Północ w Gdańsku',
      'Sąd Rejonowy w Gliwicach',
    ])
    const registries = districts.map(({ seat }) => registryCourtOf({ city: seat }))
    expect(registries.filter(({ name, code }) => name === '' || !/^[A-Z]{2}\.[IVX]+$/.test(code))).toEqual([])
  })

  it('3: rulings and register entries are dated on working days', () => {
    const courtDays = [...krz, ...msig].flatMap(({ tresc_text }) =>
      [...tresc_text.matchAll(/(?:z dnia|w dniu|na dzień) (\d\d\.\d\d\.\d{4}) r/g)].map(([, day = '']) => dayOf(day)),
    )
    expect(courtDays.length).toBeGreaterThan(100)
    expect(courtDays.filter((day) => !isWorkingDay(day))).toEqual([])
    expect(krs.filter(({ change_date }) => !isWorkingDay(change_date))).toEqual([])
    expect(subjects.filter(({ registered_on }) => !isWorkingDay(registered_on))).toEqual([])
    const days = makeRelations(TODAY).flatMap(({ since, until }) => [since, until].filter((day) => day !== null))
    expect(days.filter((day) => !isWorkingDay(day))).toEqual([])
  })

  it('4: legal forms exist only since the law introduced them, with the capital that it requires', () => {
    const least: Record<string, [number, number]> = {
      'SPÓŁKA Z OGRANICZONĄ ODPOWIEDZIALNOŚCIĄ': [50_000, 5000],
      'SPÓŁKA AKCYJNA': [500_000, 100_000],
      'PROSTA SPÓŁKA AKCYJNA': [1, 1],
    }
    const undercapitalised = subjects.filter(({ legal_form, registered_on, share_capital }) => {
      const [before, since] = least[legal_form] ?? [0, 0]
      return (share_capital ?? Infinity) < (registered_on < '2009-01-08' ? before : since)
    })
    expect(undercapitalised).toEqual([])
    const early = subjects.filter(
      ({ legal_form, registered_on }) => legal_form.startsWith('PROSTA') && registered_on < '2021-07-01',
    )
    expect(early).toEqual([])
    expect(subjects.filter(({ registered_on }) => registered_on > TODAY)).toEqual([])
  })

  it('5: postcodes match the town', () => {
    const begins: Record<string, RegExp> = {
      Katowice: /^40-/,
      Gdańsk: /^80-/,
      Radom: /^26-6/,
      'Golub-Dobrzyń': /^87-400$/,
      Szczecin: /^7[01]-/,
      Kraków: /^3[01]-/,
      Łódź: /^9[0-4]-/,
      Sosnowiec: /^41-2/,
    }
    expect(
      companies.filter(({ city, postcode }) => !(begins[city ?? ''] ?? /^\d\d-\d{3}$/).test(postcode ?? '')),
    ).toEqual([])
    expect(companies.filter(({ city, province }) => !provinceOfTown.has(`${city}|${province}`))).toEqual([])
  })

  it('6: activities are codes of PKD 2025 and match the company name', () => {
    // Codes that PKD 2025 no longer has.
    const removedCodes =
      /^(41\.[12]0|45\.|47\.19|56\.10|62\.0|63\.1[12]|68\.10|82\.11|96\.0|71\.12\.Z|74\.10|80\.[123]0)/
    expect(companies.filter(({ main_activity }) => removedCodes.test(main_activity ?? ''))).toEqual([])
    expect(companies.filter(({ name, main_activity }) => !activitiesOf(name).includes(main_activity ?? ''))).toEqual([])
    const codesOf = (word: RegExp) =>
      new Set(companies.filter(({ name }) => word.test(name)).map((each) => each.main_activity))
    expect(codesOf(/HOTELE/)).toEqual(new Set(['55.10.Z', '56.11.Z']))
    expect(codesOf(/MLECZARSKA/)).toEqual(new Set(['10.51.Z']))
    expect(new Set(companies.map(({ main_activity }) => main_activity)).size).toBeGreaterThan(40)
    const activityEntries = krs.filter(({ field }) => field === 'przedmiotPrzewazajacejDzialalnosci')
    expect(
      activityEntries.filter(({ entity_name, new_value }) => !activitiesOf(entity_name).includes(new_value ?? '')),
    ).toEqual([])
    expect(activityEntries.length).toBeGreaterThan(10)
  })

  it('7: aid has the legal basis of its date, and a measure number only where it was notified', () => {
    const cases = [...makeCases(TODAY).map(({ item }) => item), ...announcementsOf('sudop').map(({ row }) => row)]
    const [old, present] = [/20 kwietnia 2004/, /20 marca 2025/]
    expect(cases.filter(({ granted_on, legal_basis }) => old.test(legal_basis) && granted_on >= '2025-06-01')).toEqual(
      [],
    )
    expect(
      cases.filter(({ granted_on, legal_basis }) => present.test(legal_basis) && granted_on < '2025-06-01'),
    ).toEqual([])
    expect(
      cases.filter(({ purpose, measure_number }) => (purpose === 'pomoc de minimis') !== (measure_number === null)),
    ).toEqual([])
    const early = cases.filter(({ granted_on, measure_number }) => {
      const [, year] = /\((\d{4})/.exec(measure_number ?? '') ?? []
      return year !== undefined && year > granted_on.slice(0, 4)
    })
    expect(early).toEqual([])
    expect(cases.filter((each) => old.test(each.legal_basis)).length).toBeGreaterThan(50)
    expect(cases.filter((each) => present.test(each.legal_basis)).length).toBeGreaterThan(50)
  })

  it('8: the gazette announces the liquidations that must be announced, in the right chapter, with the right term and liquidators', () => {
    const liquidationNotices = msig.filter(({ title }) => title.startsWith('Otwarcie likwidacji'))
    expect(liquidationNotices.length).toBeGreaterThan(5)
    const wrong = liquidationNotices.filter(({ krs, subcategory, tresc_text }) => {
      const form = findSubject(krs ?? '')?.legal_form
      if (form === 'SPÓŁKA AKCYJNA') return !subcategory.startsWith('3.') || !tresc_text.includes('sześciu miesięcy')
      return !form?.includes('OGRANICZONĄ') || !subcategory.startsWith('2.') || !tresc_text.includes('trzech miesięcy')
    })
    expect(wrong).toEqual([])
    const currentRelations = makeRelations(TODAY).filter(({ until }) => until === null)
    const rolesOf = (id: string) =>
      new Set(currentRelations.flatMap(({ company_id, role }) => (company_id === id ? [role] : [])))
    const inLiquidation = subjects.filter(({ status }) => status === 'liquidation')
    expect(inLiquidation.filter(({ id }) => rolesOf(id).has('board') || !rolesOf(id).has('liquidator'))).toEqual([])
    expect(
      currentRelations.filter(({ role, detail }) => (role === 'liquidator') !== (detail === 'LIKWIDATOR')),
    ).toEqual([])
  })

  it('9: prosecutors in KNF warnings are existing district prosecutors', () => {
    const prosecutors = new Set(prosecutorSeats.map((seat) => `Prokuratura Okręgowa ${seat}`))
    expect(prosecutors.size).toBe(41)
    const warnings = [...makeWarnings(TODAY).map(({ item }) => item), ...announcementsOf('knf').map(({ row }) => row)]
    expect(warnings.filter(({ prosecutor }) => !prosecutors.has(prosecutor ?? ''))).toEqual([])
    for (const town of ['w Gdyni', 'w Pile', 'w Nysie', 'w Chełmie', 'w Kaliszu'])
      expect(prosecutorSeats).not.toContain(town)
  })

  it('10: clauses come from proceedings of 2016 or earlier, and none was entered after the register was closed', () => {
    const clauses = makeClauses().map(({ item }) => item)
    expect(clauses.filter(({ case_signature }) => Number(case_signature.split('/')[1]) > 16)).toEqual([])
    expect(clauses.filter(({ entered_on }) => entered_on > '2026-04-17')).toEqual([])
    expect(clauses.filter(({ entered_on }) => !isWorkingDay(entered_on))).toEqual([])
  })

  it('11: statements are prepared by 31 March and approved by 30 June on working days, and kinds of assets grow independently', () => {
    const filings = subjects.flatMap((subject) => filingsOf(subject, TODAY))
    const documents = filings.map(({ row }) => filedDocument.parse(JSON.parse(row)))
    const preparedLate = documents.filter(({ kind_code, correction, prepared_on, period_end }) => {
      const last = [18, 19].includes(kind_code) ? '03-31' : '06-30'
      return !correction && prepared_on > `${Number(period_end.slice(0, 4)) + 1}-${last}`
    })
    expect(preparedLate).toEqual([])
    expect(documents.filter(({ prepared_on }) => !isWorkingDay(prepared_on))).toEqual([])
    expect(
      documents.filter(({ period_end, prepared_on, filed_on }) => period_end >= prepared_on || prepared_on > filed_on),
    ).toEqual([])
    const figures = filings.flatMap(({ company_id, financials }) =>
      financials === null ? [] : [{ company_id, ...rdfFinancials.parse(JSON.parse(financials)) }],
    )
    let equalGrowths = 0
    let pairs = 0
    figures.forEach((now, index) => {
      const before = figures[index - 1]
      if (before?.company_id !== now.company_id || before.fixed_assets <= 0 || before.current_assets <= 0) return
      pairs += 1
      const growth = (field: 'fixed_assets' | 'current_assets') => Math.round((now[field] / before[field]) * 1000)
      equalGrowths += growth('fixed_assets') === growth('current_assets') ? 1 : 0
    })
    expect(pairs).toBeGreaterThan(1000)
    expect(equalGrowths / pairs).toBeLessThan(0.02)
  })

  it('lists name only companies that were registered at the time', () => {
    const dated = [
      ...makeClauses().map(({ item, subject }) => [subject, item.entered_on] as const),
      ...makeWarnings(TODAY).map(({ item, subject }) => [subject, item.notified_on] as const),
      ...makeCases(TODAY).map(({ item, subject }) => [subject, item.granted_on] as const),
      ...makeDecisions(TODAY).map(({ item, subject }) => [subject, item.decided_on] as const),
    ]
    expect(dated.filter(([subject, day]) => (findSubject(subject?.krs ?? '')?.registered_on ?? '') > day)).toEqual([])
  })

  it('12: no announced debtor was born in the 19th century', () => {
    expect(
      krz.filter(({ debtor_birth_date }) => debtor_birth_date !== null && debtor_birth_date < '1920-01-01'),
    ).toEqual([])
    expect(krz.filter(({ tresc_text }) => /\b18\d\d\b/.test(tresc_text))).toEqual([])
  })
})
