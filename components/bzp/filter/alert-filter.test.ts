import { describe, expect, it } from 'vitest'

import { bzpFilter, bzpFilterLists, orderTypes as contractOrderTypes } from '@/lib/contract/bzp'

import {
  type AlertFilter,
  alertLists,
  draftProblem,
  emptyFilter,
  isEmptyFilter,
  shownOrderTypes,
  readFilter,
  limitRows,
  readLimit,
  readValue,
  toPreviewBody,
  invalidValues,
  withDrafts,
  writeFilter,
} from './alert-filter'

const full: AlertFilter = {
  keywords: ['oczyszczalnia ścieków', 'kanalizacja'],
  exclude_keywords: ['nadzór inwestorski'],
  cpv: ['45232420', '452'],
  provinces: ['lubelskie', 'mazowieckie'],
  cities: ['Puławy'],
  authorities: ['Gmina, miasto & „spółka”'],
  order_types: ['Works'],
  value_from: 100_000,
  value_to: 2_500_000,
  min_days_to_offer: 14,
}
const read = (text: string) => readFilter(new URLSearchParams(text))

it('has the same lists and order types as the contract', () => {
  expect([...alertLists].sort()).toEqual([...bzpFilterLists].sort())
  expect([...shownOrderTypes].sort()).toEqual([...contractOrderTypes].sort())
})

it('reads back the filter that it wrote', () => {
  expect(read(writeFilter(full))).toEqual(full)
  expect(writeFilter(emptyFilter)).toBe('')
  expect(isEmptyFilter(read(''))).toBe(true)
})

it('leaves out values that the service would reject and lists them', () => {
  const garbage = new URLSearchParams([
    ['cpv', 'abc'],
    ['cpv', '4'],
    ['cpv', '45.23.31.20-6'],
    ['province', 'Narnia'],
    ['province', 'PL14'],
    ['type', 'works'],
    ['type', 'Toys'],
    ['q', 'x'.repeat(201)],
    ['q', 'a\u0000b'],
    ['q', '\u0301'],
    ['q', 'zepsu\uFFFDte'],
    ['q', '  dwa   słowa '],
    ['unknown', '1'],
  ])
  expect(invalidValues(garbage).map(({ field, text }) => [field, text.slice(0, 6)])).toEqual([
    ['keywords', 'xxxxxx'],
    ['keywords', 'a\u0000b'],
    ['keywords', '\u0301'],
    ['keywords', 'zepsu\uFFFD'],
    ['cpv', 'abc'],
    ['cpv', '4'],
    ['provinces', 'Narnia'],
    ['order_types', 'Toys'],
  ])
  expect(readFilter(garbage)).toEqual({
    ...emptyFilter,
    keywords: ['dwa słowa'],
    cpv: ['45233120'],
    provinces: ['mazowieckie'],
    order_types: ['Works'],
  })
})

it('removes repeated values and limits a list to the maximum of the service', () => {
  expect(read('q=Ścieki&q=scieki&q=SCIEKI').keywords).toEqual(['Ścieki'])
  const many = read(Array.from({ length: 150 }, (_, index) => `q=word${index}`).join('&'))
  expect(many.keywords).toHaveLength(100)
  const address = new URLSearchParams([...Array.from({ length: 102 }, (_, at) => ['q', `word${at}`]), ['q', 'WORD1']])
  expect(invalidValues(address)).toEqual([
    { field: 'keywords', text: 'word100', isBeyond: true },
    { field: 'keywords', text: 'word101', isBeyond: true },
  ])
  expect(bzpFilter.safeParse(toPreviewBody(many)).success).toBe(true)
})

it('reads CPV codes in their usual notations', () => {
  expect(['45233120-6', '45233*', '45233120-', '45 23', 'roads', '45-6'].map((text) => readValue('cpv', text))).toEqual(
    ['45233120', '45233', '45233120', '4523', '', '45'],
  )
})

it('makes equal bodies of equivalent filters', () => {
  const a = toPreviewBody({ ...emptyFilter, keywords: ['b', 'Ą'], cpv: ['45230000', '4523'] })
  const b = toPreviewBody({ ...emptyFilter, keywords: ['Ą', 'b'], cpv: ['4523'] })
  expect(a).toEqual(b)
  expect(a.cpv).toEqual(['4523'])
})

it('counts a typed keyword from two characters on', () => {
  for (const one of ['s', '%', '🚧', 'e\u0301']) expect(withDrafts(full, { keywords: one })).toEqual(full)
  expect(withDrafts(full, { keywords: '🚧🚧' }).keywords).toEqual([...full.keywords, '🚧🚧'])
  expect(withDrafts(full, { keywords: ' sieć ' }).keywords).toEqual([...full.keywords, 'sieć'])
  expect(withDrafts(full, { cpv: 'droga' }).cpv).toEqual(full.cpv)
  expect(withDrafts(full, { keywords: 'KANALIZACJA' })).toEqual(full)
})

it('returns why a typed keyword is invalid', () => {
  expect(['🚧', '%', 'e\u0301', '\uFFFD', '🚧'.repeat(200), '🚧'.repeat(201)].map(draftProblem)).toEqual([
    'one',
    'one',
    'one',
    'control',
    null,
    'long',
  ])
  const texts = ['', 'a', '   ', 'x'.repeat(500), 'a\u0000b', '\u0301\u0301', 'most', '%_', '🚧🚧', 'שלום', '"']
  expect(texts.map(draftProblem)).toEqual([
    null,
    'one',
    'blank',
    'long',
    'control',
    'empty',
    null,
    null,
    null,
    null,
    'one',
  ])
})

describe('filter limits', () => {
  it('are read with and without digit grouping', () => {
    expect(read('value_from=250 000&value_to=300000&days=7')).toEqual({
      ...emptyFilter,
      value_from: 250_000,
      value_to: 300_000,
      min_days_to_offer: 7,
    })
    expect(readLimit('value_from', '1\u00A0000')).toBe(1000)
    const amounts = { '5 mln': 5_000_000, '1,5 mln zł': 1_500_000, '250 tys.': 250_000, '100 zł': 100 }
    for (const [text, number] of Object.entries(amounts)) expect(readLimit('value_from', text), text).toBe(number)
    expect(readLimit('value_to', '0')).toBe(0)
    for (const text of ['', '-1', '1.5', '1,5', '1,5 zł', '1e3', '2000000000000', 'x'])
      expect(readLimit('value_from', text)).toBeNull()
    for (const text of ['0', '366']) expect(readLimit('min_days_to_offer', text)).toBeNull()
  })

  it('are left out and reported when they are invalid', () => {
    const wrong = new URLSearchParams('value_from=300&value_to=200&days=400&days=2')
    expect(readFilter(wrong)).toEqual(emptyFilter)
    expect(invalidValues(wrong).map(({ field, text }) => `${field} ${text}`)).toEqual([
      'value_from 300',
      'value_to 200',
      'min_days_to_offer 400',
      'min_days_to_offer 2',
    ])
    expect(invalidValues(new URLSearchParams('value_from=&days=14'))).toEqual([])
  })

  it('match the contract', () => {
    const maxFilter = { ...emptyFilter, value_from: limitRows.value_from.max, value_to: limitRows.value_to.max }
    const days = (min_days_to_offer: number) =>
      bzpFilter.safeParse({ ...toPreviewBody(maxFilter), min_days_to_offer }).success
    expect([days(0), days(1), days(365), days(366)]).toEqual([false, true, true, false])
    expect(bzpFilter.safeParse({ ...toPreviewBody(maxFilter), value_to: limitRows.value_to.max + 1 }).success).toBe(
      false,
    )
    expect(isEmptyFilter({ ...emptyFilter, value_from: 0 })).toBe(false)
  })
})
