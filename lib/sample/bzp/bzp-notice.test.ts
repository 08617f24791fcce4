import { describe, expect, it } from 'vitest'

import places from '@/data/bzp-places.json'
import companies from '@/data/companies.json'
import cpvRows from '@/data/cpv.json'
import { addDays, isWorkingDay, warsawDay } from '@/lib/domain/calendar'
import { foldText } from '@/lib/domain/fold'
import { checkIdentifier } from '@/lib/domain/identifiers/identifiers'

import bzpTowns from '../data/bzp-towns.json'
import { authoritiesOf, authorityKinds } from './bzp-authorities'
import { noticesOfDay } from './bzp-days'
import { bulletinValues } from './bzp-facts'
import { makeBzpNotice } from './bzp-notice'
import { bzpTopics } from './bzp-topic'

const days = Array.from({ length: 30 }, (_, offset) => addDays('2026-10-22', offset))
const started = performance.now()
const notices = days.flatMap((day) => noticesOfDay(day))
const elapsedMs = performance.now() - started
const fresh = notices.filter(({ notice_type: type }) => type === 'ContractNotice')
const changes = notices.filter(({ notice_type: type }) => type === 'NoticeUpdateNotice')

describe('thirty days of sample notices', () => {
  it('are about 22 000, with a twentieth of changes, and are generated in seconds', () => {
    expect(fresh.length).toBeGreaterThan(21_000)
    expect(fresh.length).toBeLessThan(23_000)
    expect(changes.length).toBeGreaterThan(fresh.length * 0.04)
    expect(changes.length).toBeLessThan(fresh.length * 0.06)
    expect(elapsedMs).toBeLessThan(5000)
  })

  it('are few on days off, and in order within a day', () => {
    const dayOf = notices.map(({ published_at: at }) => warsawDay(new Date(at)))
    for (const day of days) {
      const noticesOfThatDay = notices.filter((_, index) => dayOf[index] === day)
      if (isWorkingDay(day)) expect(noticesOfThatDay.length).toBeGreaterThan(850)
      else expect(noticesOfThatDay.length).toBeLessThan(90)
      const times = noticesOfThatDay.map(({ published_at }) => published_at)
      expect(times).toEqual(times.toSorted())
    }
  })

  it('never share an id or a number, and share a procedure only with a change', () => {
    for (const key of ['id', 'notice_number'] as const) {
      expect(new Set(notices.map((notice) => notice[key])).size).toBe(notices.length)
    }
    for (const some of [fresh, changes]) expect(new Set(some.map((each) => each.tender_id)).size).toBe(some.length)
  })

  it('are changed only before their deadline, and never to an earlier one', () => {
    const before = new Map(fresh.map((notice) => [notice.tender_id, notice]))
    const later = changes.flatMap((change) => {
      const notice = before.get(change.tender_id)
      if (!notice) return []
      expect(change.published_at > notice.published_at).toBe(true)
      expect(change.published_at < String(notice.offers_until)).toBe(true)
      expect(String(change.offers_until) >= String(notice.offers_until)).toBe(true)
      expect(change.notice_number).toBe(notice.notice_number.replace('/01', '/02'))
      expect(change.description).toContain(notice.description)
      return change.offers_until === notice.offers_until ? [] : [change]
    })
    expect(later.length).toBeGreaterThan(300)
    // Only changes of notices from before the first days have no original.
    const orphans = changes.filter(({ tender_id }) => !before.has(tender_id))
    expect(orphans.every(({ published_at: at }) => at < '2026-11-07')).toBe(true)
  })

  it('have a deadline on a working day that respects the legal minimum, and most have an estimated value', () => {
    for (const { order_type: type, published_at: at, offers_until: until } of fresh) {
      const day = warsawDay(new Date(until ?? ''))
      expect(isWorkingDay(day)).toBe(true)
      expect(day > addDays(warsawDay(new Date(at)), type === 'Works' ? 14 : 7)).toBe(true)
    }
    const values = fresh.flatMap(({ order_type: type, estimated_value_pln: value }) => {
      const [least, most] = bulletinValues[type]
      expect(value === null || (value >= least * 1000 && value <= most * 1000), `${type} ${String(value)}`).toBe(true)
      return value ?? []
    })
    expect(values.length).toBeGreaterThan(fresh.length * 0.6)
    expect(values.length).toBeLessThan(fresh.length * 0.7)
  })

  it('do not contradict themselves', () => {
    const rules: readonly (readonly [title: RegExp, text: RegExp])[] = [
      [/okresie|roku|sezonie/, /Termin realizacji/],
      [/./, /w podziale na .*ofert częściowych|podzielono na .*ofert częściowych|\.\./],
      [/drogi gminnej|dróg gminnych/, /(Powiat|Szpital|Szkoła|Przedszkole) .*$/],
      [/drogi powiatowej|dróg powiatowych/, /(Gmina|Miasto|Miejski|Szkoła).*$/],
      [/aparatury medycznej|tomograf/, /(Zarząd|Wodociąg|Muzeum|Gmina|Powiat \p{Lu}).*$/u],
    ]
    const absurd = fresh.filter(({ title, description, authority }) =>
      rules.some(
        ([titlePattern, textPattern]) =>
          titlePattern.test(title) && (textPattern.test(description) || textPattern.test(`${authority} `)),
      ),
    )
    expect(absurd.map(({ title, authority }) => `${authority}: ${title}`)).toEqual([])
  })

  it('are varied, complete and on one line', () => {
    expect(new Set(notices.map(({ title }) => title)).size).toBeGreaterThan(10_000)
    const malformed = notices.filter(
      ({ title, description }) => title.length > 220 || /[{}\n]|undefined|NaN| {2}/.test(`${title}|${description}`),
    )
    expect(malformed).toEqual([])
  })

  it('match the usual search words', () => {
    const texts = notices.map(({ title, authority }) => foldText(`${title} ${authority}`))
    for (const word of ['kanalizacj', 'drog', 'komputer', 'sprzatani', 'lek', 'odpad', 'szpital', 'energi']) {
      const hits = texts.filter((text) => text.includes(word))
      expect(hits.length, word).toBeGreaterThan(200)
    }
  })

  it('cover every province and every order type', () => {
    expect(new Set(notices.map(({ province_code }) => province_code)).size).toBe(16)
    expect(new Set(notices.map(({ order_type }) => order_type))).toEqual(new Set(['Works', 'Services', 'Delivery']))
  })
})

describe('makeBzpNotice', () => {
  it('returns the same notice for the same index and time', () => {
    const at = '2026-11-20T09:00:00.000Z'
    expect(makeBzpNotice(77, at)).toEqual(makeBzpNotice(77, at))
    expect(makeBzpNotice(77, at)).not.toEqual(makeBzpNotice(78, at))
    expect(makeBzpNotice(77, at).notice_number).toBe('2026/BZP 90000077/01')
  })

  it('has valid topics', () => {
    for (const { weight, buyers, value, cpv, verbs, objects, tails, details } of Object.values(bzpTopics).flat()) {
      const [least, most] = value
      expect([Number.isInteger(weight) && weight > 0, value.length, least < most]).toEqual([true, 2, true])
      expect(buyers.filter((kind) => !authorityKinds.includes(kind))).toEqual([])
      for (const words of [buyers, cpv, verbs, objects, tails, details]) expect(words.length).toBeGreaterThan(0)
    }
  })

  it('uses only official CPV codes, the first from a division that fits the order type', () => {
    const official = new Set(cpvRows.map(([code]) => code))
    const topics = Object.values(bzpTopics).flat()
    expect(topics.length).toBeGreaterThan(60)
    const codes = topics.flatMap(({ cpv }) => cpv)
    expect(codes.filter((code) => !official.has(code))).toEqual([])
    for (const { order_type, cpv } of notices.slice(0, 3000)) {
      const division = Number(cpv[0]?.slice(0, 2))
      const fits = { Works: division === 45, Services: division >= 50, Delivery: division < 50 && division !== 45 }
      expect(fits[order_type]).toBe(true)
      expect(new Set(cpv).size).toBe(cpv.length)
      expect(cpv.length).toBeLessThanOrEqual(3)
    }
  })
})

describe('authorities', () => {
  it('are in known places, and share no NIP with others', () => {
    const knownTowns = new Set(places.map((place) => place.join('|')))
    const all = authorityKinds.flatMap((kind) => authoritiesOf(kind))
    expect(all.filter(({ city, province_code }) => !knownTowns.has(`${city}|${province_code}`))).toEqual([])
    const nips = [...all.map(({ nip }) => nip), ...companies.map(({ nip }) => nip)]
    expect(new Set(nips).size).toBe(nips.length)
    expect(all.every(({ nip }) => checkIdentifier('nip', nip).ok && /^4[0-8]/.test(nip))).toBe(true)
    for (const kind of authorityKinds) expect(authoritiesOf(kind).length, kind).toBeGreaterThan(40)
  })

  it('use a list of towns without duplicates', () => {
    expect(new Set(bzpTowns.map(({ name }) => name)).size).toBe(bzpTowns.length)
  })
})
