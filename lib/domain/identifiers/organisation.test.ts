import { describe, expect, it } from 'vitest'

import { isOrganisation, mayName } from './organisation'

const isOrganisationRow = (identifier_type: string, subject_name: string | null) =>
  isOrganisation({ identifier_type, subject_name })

describe('organisations', () => {
  it('are recognised by a KRS number or by the legal form in their name', () => {
    expect(isOrganisationRow('krs', 'KOWALSKI')).toBe(true)
    expect(isOrganisationRow('nip', 'Budex Sp. z o.o.')).toBe(true)
    expect(isOrganisationRow('nip', 'BUDEX SPÓŁKA Z OGRANICZONĄ ODPOWIEDZIALNOŚCIĄ')).toBe(true)
    expect(isOrganisationRow('krz_signature', 'Budex S.A. w upadłości')).toBe(true)
  })

  it('do not include persons, whatever business name they use', () => {
    for (const name of ['Jan Kowalski', 'Jan Kowalski Usługi Budowlane', 'JAN KOWALSKI, ANNA NOWAK S.C.', null]) {
      expect(isOrganisationRow('nip', name)).toBe(false)
    }
    expect(isOrganisationRow('nip', 'Jan Kowalski Spółka Cywilna')).toBe(false)
    expect(isOrganisationRow('pesel', 'Budex sp. z o.o.')).toBe(false)
  })
})

it('mayName finds the name of a person in any grammatical case', () => {
  expect(mayName('Postanowienie wobec Jana Kowalskiego', 'JAN KOWALSKI')).toBe(true)
  expect(mayName('Sprzedaż majątku Anny Źrebak', 'Anna Źrebak')).toBe(true)
  expect(mayName('Obwieszczenie o ogłoszeniu upadłości', 'Jan Kowalski')).toBe(false)
})
