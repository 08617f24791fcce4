import { expect, it } from 'vitest'

import { findIdentifier, shownText } from './event-text'

it('masks a PESEL in identifiers and texts', () => {
  const pesel = findIdentifier({ identifier_type: 'pesel', identifier_value: '74010112318' })
  expect(pesel?.value).toBe('74•••••••18')
  expect(shownText('postanowienie wobec 74010112318')).not.toContain('74010112318')
  const unknown = findIdentifier({ identifier_type: 'osoba', identifier_value: '74010112318' })
  expect(unknown?.kind).toBe('other')
  expect(unknown?.value).not.toContain('74010112318')
})

it('leaves public identifiers readable', () => {
  expect(findIdentifier({ identifier_type: 'krs', identifier_value: '0000412874' })).toEqual({
    kind: 'krs',
    type: 'krs',
    value: '0000412874',
  })
})

it('returns undefined for a missing identifier or text', () => {
  expect(findIdentifier({})).toBeUndefined()
  expect(shownText(null)).toBeUndefined()
  expect(shownText('')).toBeUndefined()
})
