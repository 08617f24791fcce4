import { readFileSync } from 'node:fs'

import { describe, expect, it } from 'vitest'

import { cpvName, findUnlistedCpv, suggestCpv, toCpvIndex } from '../cpv/cpv-completion'
import { toPairs } from './dictionary'
import {
  findUnlistedPlace,
  isCompletePlace,
  placeName,
  suggestPlaces,
  suggestProvinces,
  toPlaceIndex,
} from './place-completion'

const read = (name: string) =>
  toPairs(JSON.parse(readFileSync(new URL(`../../../public/data/${name}.json`, import.meta.url), 'utf8')))

describe('CPV', () => {
  const index = toCpvIndex(read('cpv-pl'))

  it('finds a code that is not in the list and its nearest listed code', () => {
    expect(findUnlistedCpv(index, ['45', '45233120', '3019212', '45200000'])).toBeUndefined()
    expect(findUnlistedCpv(index, ['45', '45233199'])).toEqual({ value: '45233199', nearest: '45233100' })
    expect(findUnlistedCpv(index, ['99999999'])).toEqual({ value: '99999999', nearest: undefined })
  })
  const codes = (query: string) => suggestCpv(index, query).map(({ value }) => value)

  it('finds codes by their first digits, broadest first', () => {
    expect(codes('45')[0]).toBe('45000000')
    expect(codes('45233*')[0]).toBe('45233000')
    expect(codes('45233120-6')).toEqual(['45233120'])
    expect(codes('45233').every((code) => code.startsWith('45233'))).toBe(true)
  })

  it('finds codes by words of their names, without diacritics', () => {
    const found = suggestCpv(index, 'oczyszczalni sciekow')
    expect(found.length).toBeGreaterThan(0)
    expect(found[0]).toMatchObject({ value: '45252', isBranch: true })
    expect(found.slice(1).every(({ entry: { name } }) => /oczyszcza|ściek|rurociąg/i.test(name))).toBe(true)
    expect(codes('roboty budowlane')[0]).toBe('45')
    expect(codes('qqqq')).toEqual([])
  })

  it('returns the name of a code and of a prefix', () => {
    expect(cpvName(index.names, '45000000')).toBe('Roboty budowlane')
    expect(cpvName(index.names, '45')).toBe('Roboty budowlane')
    expect(cpvName(index.names, '99999999')).toBeUndefined()
  })
})

it('suggests nothing for one character, because Enter would choose an unintended code or name', () => {
  const [codes, places] = [toCpvIndex(read('cpv-pl')), toPlaceIndex(read('places'))]
  for (const text of ['a', '4', '"', ' ł ', '😀']) {
    expect([suggestCpv(codes, text), suggestPlaces(places, text), suggestProvinces(text)]).toEqual([[], [], []])
    expect(isCompletePlace(places, text)).toBe(false)
  }
})

describe('places', () => {
  const index = toPlaceIndex(read('places'))

  it('finds a place by the beginning of a word, with its province', () => {
    expect(suggestPlaces(index, 'pulaw')[0]).toMatchObject({ value: 'Puławy', hint: 'lubelskie' })
    expect(suggestPlaces(index, 'biala').map(({ value }) => value)).toContain('Bielsko-Biała')
    expect(suggestPlaces(index, '')).toEqual([])
  })

  it('suggests a name once, with all its provinces', () => {
    const duplicateIndex = toPlaceIndex([
      ['Tomaszów', 'PL10'],
      ['Tomaszów', 'PL06'],
    ])
    expect(suggestPlaces(duplicateIndex, 'tom')).toEqual([
      { value: 'Tomaszów', label: 'Tomaszów', hint: 'łódzkie · lubelskie' },
    ])
  })

  it('distinguishes places of the same name by their counties', () => {
    const hint = suggestPlaces(index, 'jozefow', ({ province, county }) => `${province} ${county ?? ''}`)[0]?.hint
    expect(hint).toBe('mazowieckie otwocki · lubelskie biłgorajski')
  })

  it('accepts a typed name that is complete or not in the list', () => {
    expect(isCompletePlace(index, 'lodz')).toBe(true)
    expect(isCompletePlace(index, 'warsz')).toBe(false)
    expect(isCompletePlace(index, 'Xyzzyno')).toBe(true)
    expect(placeName(index, 'lodz')).toBe('Łódź')
    expect(findUnlistedPlace(index, ['Łódź', 'Xyzzyno', 'Ziemia'])).toBe('Xyzzyno')
    expect(findUnlistedPlace(index, ['łódź'])).toBeUndefined()
  })

  it('finds provinces by name or code', () => {
    expect(suggestProvinces('slask').map(({ value }) => value)).toEqual(['śląskie', 'dolnośląskie'])
    expect(suggestProvinces('pl14').map(({ value }) => value)).toEqual(['mazowieckie'])
    expect(suggestProvinces('ie')).toHaveLength(16)
  })
})
