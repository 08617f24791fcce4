import { describe, expect, it } from 'vitest'

import { isOrganisation, mayName } from './organisation'

const of = (identifier_type: string, subject_name: string | null) => isOrganisation({ identifier_type, subject_name })

describe('organisations', () => {
  it('are told by their number or the form in their name', () => {
    expect(of('krs', 'KOWALSKI')).toBe(true)
    expect(of('nip', 'Budex Sp. z o.o.')).toBe(true)
    expect(of('nip', 'BUDEX SPÓŁKA Z OGRANICZONĄ ODPOWIEDZIALNOŚCIĄ')).toBe(true)
    expect(of('krz_signature', 'Budex S.A. w upadłości')).toBe(true)
  })

  it('are not persons, whatever they trade as', () => {
    for (const name of ['Jan Kowalski', 'Jan Kowalski Usługi Budowlane', 'JAN KOWALSKI, ANNA NOWAK S.C.', null]) {
      expect(of('nip', name)).toBe(false)
    }
    expect(of('nip', 'Jan Kowalski Spółka Cywilna')).toBe(false)
    expect(of('pesel', 'Budex sp. z o.o.')).toBe(false)
  })
})

it('a text names a person in any case', () => {
  expect(mayName('Postanowienie wobec Jana Kowalskiego', 'JAN KOWALSKI')).toBe(true)
  expect(mayName('Sprzedaż majątku Anny Źrebak', 'Anna Źrebak')).toBe(true)
  expect(mayName('Obwieszczenie o ogłoszeniu upadłości', 'Jan Kowalski')).toBe(false)
})
