import { describe, expect, it } from 'vitest'

import { maskPersonal, seesPersonalData } from './mask-personal'

const PESEL = '44051401359'
const MASKED = '44•••••••59'

it('knows the roles that may see personal numbers', () => {
  expect(['owner', 'compliance', 'finance', 'viewer'].filter((role) => seesPersonalData(role as never))).toEqual([
    'owner',
    'compliance',
  ])
})

describe('maskPersonal', () => {
  it('masks the list of numbers that a filter holds, and one that is no PESEL in it', () => {
    const filter = { id: PESEL, content: { pesel: [PESEL, '4405140'], name: [`Jan ${PESEL}`], nip: ['5261040828'] } }
    expect(maskPersonal({ items: [filter] })).toEqual({
      items: [{ id: PESEL, content: { pesel: [MASKED, '•••••••'], name: [`Jan ${MASKED}`], nip: ['5261040828'] } }],
    })
  })

  it('masks monitors, their texts, and rows of reports', () => {
    const monitor = { identifier_type: 'PESEL', identifier_value: PESEL, label: `dług ${PESEL}`, tags: ['a'] }
    expect(maskPersonal(monitor)).toEqual({ ...monitor, identifier_value: MASKED, label: `dług ${MASKED}` })
    expect(maskPersonal({ debtor_pesel: PESEL, debtor_birth_date: '1944-05-14' })).toEqual({
      debtor_pesel: MASKED,
      debtor_birth_date: null,
    })
  })

  it('leaves identifiers of companies, cursors and other values alone', () => {
    const plain = { identifier_type: 'nip', identifier_value: '5261040828', next_cursor: PESEL, total: 3, pesel: null }
    expect(maskPersonal(plain)).toEqual(plain)
  })
})
