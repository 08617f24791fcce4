import { describe, expect, it } from 'vitest'

import { changeKind, countSections, groupEntries, hasRegisterMask } from './krs-changes'

const row = (change_date: string | null, entry_number: number | null, field = 'nazwa') => ({
  id: `${change_date} ${entry_number} ${field}`,
  change_date,
  entry_number,
  field,
})

describe('groupEntries', () => {
  it('puts the newest entry first and keeps the fields of an entry together in their order', () => {
    const rows = [
      row('2026-01-02', 4),
      row('2026-01-02', 5, 'opis'),
      row('2026-03-01', 6, 'nazwa'),
      row('2026-03-01', 6, 'adres.ulica'),
    ]
    const entries = groupEntries(rows)
    expect(
      entries.map(({ day, number, rows: entryRows }) => [day, number, entryRows.map(({ field }) => field)]),
    ).toEqual([
      ['2026-03-01', 6, ['nazwa', 'adres.ulica']],
      ['2026-01-02', 5, ['opis']],
      ['2026-01-02', 4, ['nazwa']],
    ])
  })

  it('compares entry numbers as numbers and puts entries without a day last', () => {
    const entries = groupEntries([row(null, null), row('2026-01-02', 9), row('2026-01-02', 10)])
    expect(entries.map(({ number }) => number)).toEqual([10, 9, undefined])
    expect(groupEntries([])).toEqual([])
  })
})

it.each([
  ['a', 'b', 'changed'],
  ['a', null, 'removed'],
  ['a', ' ', 'removed'],
  [null, 'b', 'added'],
  [undefined, 'b', 'added'],
  [null, null, 'said'],
] as const)('a change from %s to %s is of kind %s', (old_value, new_value, kind) => {
  expect(changeKind({ id: '', old_value, new_value })).toBe(kind)
})

it('knows a name that the register itself has hidden', () => {
  expect(hasRegisterMask({ id: '', new_value: 'PREZES ZARZĄDU: J**** P****' })).toBe(true)
  expect(hasRegisterMask({ id: '', old_value: '2 * 3', new_value: 'Jan Nowak' })).toBe(false)
})

it('counts sections in the order of the register', () => {
  const rows = ['Dział 10', 'Dział 2', 'Dział 10', ''].map((section) => ({ id: section, section }))
  expect(countSections(rows)).toEqual([
    ['Dział 2', 1],
    ['Dział 10', 2],
  ])
})
