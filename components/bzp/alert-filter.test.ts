import { expect, it } from 'vitest'

import { bzpFilter, bzpFilterLists, orderTypes as contractOrderTypes } from '@/lib/contract/bzp'

import {
  type AlertFilter,
  alertLists,
  emptyFilter,
  isEmptyFilter,
  shownOrderTypes,
  readFilter,
  readValue,
  toPreviewBody,
  unreadValues,
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
}
const read = (text: string) => readFilter(new URLSearchParams(text))

it('knows the lists and the order types of the contract', () => {
  expect([...alertLists].sort()).toEqual([...bzpFilterLists].sort())
  expect([...shownOrderTypes].sort()).toEqual([...contractOrderTypes].sort())
})

it('reads back what it wrote', () => {
  expect(read(writeFilter(full))).toEqual(full)
  expect(writeFilter(emptyFilter)).toBe('')
  expect(isEmptyFilter(read(''))).toBe(true)
})

it('leaves out what the service would refuse, and can say what that was', () => {
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
    ['q', '  dwa   słowa '],
    ['unknown', '1'],
  ])
  expect(unreadValues(garbage).map(({ list, text }) => [list, text.slice(0, 6)])).toEqual([
    ['keywords', 'xxxxxx'],
    ['keywords', 'a\u0000b'],
    ['keywords', '\u0301'],
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

it('says once what was said twice, and never more than the service takes', () => {
  expect(read('q=Ścieki&q=scieki&q=SCIEKI').keywords).toEqual(['Ścieki'])
  const many = read(Array.from({ length: 150 }, (_, index) => `q=word${index}`).join('&'))
  expect(many.keywords).toHaveLength(100)
  expect(bzpFilter.safeParse(toPreviewBody(many)).success).toBe(true)
})

it('takes codes as they are written', () => {
  expect(['45233120-6', '45233*', '45233120-', '45 23', 'roads', '45-6'].map((text) => readValue('cpv', text))).toEqual(
    ['45233120', '45233', '45233120', '4523', '', '45'],
  )
})

it('makes one body of filters that mean the same', () => {
  const a = toPreviewBody({ ...emptyFilter, keywords: ['b', 'Ą'], cpv: ['45230000', '4523'] })
  const b = toPreviewBody({ ...emptyFilter, keywords: ['Ą', 'b'], cpv: ['4523'] })
  expect(a).toEqual(b)
  expect(a.cpv).toEqual(['4523'])
})

it('counts a text while it is typed, from two characters on', () => {
  expect(withDrafts(full, { keywords: 's' }).keywords).toEqual(full.keywords)
  expect(withDrafts(full, { keywords: ' sieć ' }).keywords).toEqual([...full.keywords, 'sieć'])
  expect(withDrafts(full, { cpv: 'droga' }).cpv).toEqual(full.cpv)
  expect(withDrafts(full, { keywords: 'KANALIZACJA' })).toEqual(full)
})
