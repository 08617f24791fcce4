import { expect, it } from 'vitest'

import { emptyFilter } from '../filter/alert-filter'
import { moreLike } from './more-like'
import { originalOf } from './shown-notice'

it('searches by the class of the first code and by the significant words of the title', () => {
  const notice = { id: 'x', title: 'Zimowe utrzymanie dróg', cpv: ['90620000-9', '45233120-6'] }
  expect(moreLike(notice)).toEqual({ ...emptyFilter, cpv: ['9062'], keywords: ['zimow', 'utrzyman'] })
  expect(moreLike({ id: 'x', cpv: ['30000000-9'] }).cpv).toEqual(['30'])
  expect(moreLike({ id: 'x' })).toEqual(emptyFilter)
})

it('links only to web pages', () => {
  expect(originalOf({ id: 'x', url: 'https://ezamowienia.gov.pl/a' })).toBe('https://ezamowienia.gov.pl/a')
  for (const url of ['javascript:alert(1)', '/a', '', null, undefined])
    expect(originalOf({ id: 'x', url })).toBeUndefined()
})
