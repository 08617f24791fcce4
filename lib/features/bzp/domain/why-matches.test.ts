import { describe, expect, it } from 'vitest'

import { contradictsFilter, daysToOffer, type MarkedText, passagesOf, explainMatch } from './why-matches'

const showMarks = ({ text, ranges }: MarkedText): string =>
  ranges
    .toReversed()
    .reduce((now, { start, end }) => `${now.slice(0, start)}[${now.slice(start, end)}]${now.slice(end)}`, text)

const notice = {
  title: 'Przebudowa  drogi gminnej w Łodzi',
  description:
    'Przedmiotem zamówienia jest przebudowa ul. Leśnej. Zakres obejmuje oświetlenie uliczne. Termin: 12 miesięcy.',
  authority: 'Zarząd Dróg i Oświetlenia',
  authority_nip: '5260001246',
  province: 'łódzkie',
  city: 'Łódź',
  order_type: 'Works',
  cpv: ['45000000-7', '45233120-6', '34928500-3'],
  published_at: '2026-11-02T10:00:00.000Z',
  offers_until: '2026-11-17T09:00:00.000Z',
  estimated_value_pln: 250_000,
}

describe('the reasons for a match', () => {
  it('mark the hits in title, authority and the sentence of the description', () => {
    const why = explainMatch(notice, { keywords: ['OSWIETLENI', 'drog'] })
    expect(showMarks(why.title!)).toBe('Przebudowa [drog]i gminnej w Łodzi')
    expect(showMarks(why.authority!)).toBe('Zarząd [Dróg] i [Oświetleni]a')
    expect(why.passages.map(showMarks)).toEqual(['Zakres obejmuje [oświetleni]e uliczne.'])
    expect(why.passages[0]).toMatchObject({ isCutBefore: true, isCutAfter: true })
  })

  it('mark the forms of a keyword, and in quotes only the exact words', () => {
    const forms = explainMatch(notice, { keywords: ['przebudowy drogi gminne', 'oświetleniem ulicznym'] })
    expect(showMarks(forms.title!)).toBe('[Przebudowa drogi gminnej] w Łodzi')
    expect(forms.passages.map(showMarks)).toEqual(['Zakres obejmuje [oświetlenie uliczne].'])
    expect(showMarks(explainMatch(notice, { keywords: ['"droga"'] }).title!)).toBe('Przebudowa drogi gminnej w Łodzi')
    expect(contradictsFilter(notice, { keywords: ['droga'] })).toBe(false)
    expect(contradictsFilter(notice, { keywords: ['"droga"'] })).toBe(true)
  })

  it('pick the requested code out of all codes', () => {
    expect(explainMatch(notice, { cpv: ['45233'] }).cpv).toEqual({ code: '45233120-6', isHit: true, others: 2 })
    expect(explainMatch(notice, { cpv: ['90'] }).cpv).toEqual({ code: '45000000-7', isHit: false, others: 2 })
    expect(explainMatch({}, {}).cpv).toBeNull()
  })

  it('name the NIP by which an authority was found', () => {
    expect(explainMatch(notice, { authorities: ['526-000-12-46'] }).nip).toBe('5260001246')
    expect(explainMatch(notice, { authorities: ['zarząd'] }).nip).toBeNull()
  })

  it('are empty for empty fields', () => {
    expect(explainMatch({ title: null, description: ' ' }, { keywords: ['a'] })).toEqual({
      title: null,
      authority: null,
      passages: [],
      nip: null,
      cpv: null,
    })
  })
})

describe('a passage', () => {
  it('is cut at words in a long sentence', () => {
    const word = 'bardzo długie zdanie '
    const [passage] = passagesOf(`${word.repeat(20)}most kolejowy ${word.repeat(20)}`, ['most'])
    expect(passage?.text).toMatch(/^(bardzo|długie|zdanie) .*most kolejowy.* (bardzo|długie|zdanie)$/)
    expect(passage?.text.length).toBeLessThanOrEqual(170)
    expect(passage).toMatchObject({ isCutBefore: true, isCutAfter: true })
  })

  it('contains several hits of one sentence, and there are two passages at most', () => {
    expect(passagesOf('Most i most. Kładka. Most. Kładka. Most.', ['most']).map(showMarks)).toEqual([
      '[Most] i [most].',
      '[Most].',
    ])
  })

  it('does not end at an abbreviation', () => {
    expect(passagesOf('Budowa przy ul. Mostowej, m.in. Most. Dalej nic.', ['most']).map(showMarks)).toEqual([
      'Budowa przy ul. [Most]owej, m.in. [Most].',
    ])
  })

  it('keeps emoji and right-to-left text whole', () => {
    expect(passagesOf('Budowa 🚧 mostu. שלום most.', ['🚧', 'שלום']).map(showMarks)).toEqual([
      'Budowa [🚧] mostu. [שלום] most.',
    ])
  })
})

describe('a notice that contradicts the filter', () => {
  it('is recognised by its known fields', () => {
    const conditions = {
      keywords: ['drog'],
      exclude_keywords: ['nadzór'],
      cpv: ['45'],
      provinces: ['PL10'],
      cities: ['lodz'],
      authorities: ['zarząd'],
      order_types: ['Works'],
      value_from: 200_000,
      value_to: 300_000,
      min_days_to_offer: 14,
    }
    expect(contradictsFilter(notice, conditions)).toBe(false)
    const others = [
      { keywords: ['kolej'] },
      { exclude_keywords: ['leśnej'] },
      { cpv: ['90'] },
      { provinces: ['opolskie'] },
      { cities: ['Opole'] },
      { authorities: ['gmina'] },
      { authorities: ['1234567890'] },
      { order_types: ['Services'] },
      { value_from: 250_001 },
      { value_to: 249_999 },
      { min_days_to_offer: 15 },
    ]
    for (const other of others)
      expect(contradictsFilter(notice, { ...conditions, ...other }), JSON.stringify(other)).toBe(true)
  })

  it('is not one whose fields are unknown', () => {
    expect(contradictsFilter({}, { keywords: ['a'], cpv: ['45'], cities: ['x'], value_from: 1 })).toBe(false)
    expect(contradictsFilter({ title: 'Most' }, { keywords: ['droga'] })).toBe(false)
    expect(contradictsFilter({ ...notice, authority_nip: null }, { authorities: ['1234567890'] })).toBe(false)
  })
})

it('counts whole days to the deadline', () => {
  expect(daysToOffer(notice)).toBe(14)
  expect(daysToOffer({ published_at: notice.published_at })).toBeUndefined()
})
