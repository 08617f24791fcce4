import { describe, expect, it } from 'vitest'

import { asksForPerson, maskPersonal, maskTexts, seesPersonalData } from './mask-personal'

const PESEL = '44051401359'
const MASKED = '44•••••••59'

it('knows the roles that may reveal personal numbers', () => {
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

  it('seals the values of a filter, so that they can be sent back unseen', () => {
    const filter = { content: { pesel: [PESEL], name: [`Jan ${PESEL}`, 'Jan'], nip: ['5261040828'] } }
    const seal = (text: string) => `token-${text.length}`
    expect(maskPersonal([filter], seal)).toEqual([
      {
        content: {
          pesel: [`sealed:token-11:${MASKED}`],
          name: [`sealed:token-15:Jan ${MASKED}`, 'Jan'],
          nip: ['5261040828'],
        },
      },
    ])
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

it('masks only texts in a document that shows persons as examples', () => {
  const document = {
    properties: { pesel: { type: 'string' }, birth_date: { example: '1944-05-14' } },
    example: [PESEL, 1],
  }
  expect(maskTexts(document)).toEqual({ ...document, example: [MASKED, 1] })
})

describe('a query that names a person by number', () => {
  const row = { personal: true } as const
  const asks = (query: Record<string, string>, role: 'viewer' | 'owner' = 'viewer', of: { personal?: true } = row) =>
    asksForPerson(of, role, new URLSearchParams(query))

  it.each([['44051401359'], ['440514 01359'], ['4 4 0 5 1 4 0 1 3 5 9'], ['nr 44051401359'], ['44051401358']])(
    'is %s, for who may not see it',
    (q) => {
      expect(asks({ q })).toBe(true)
      expect(asks({ q }, 'owner')).toBe(false)
      expect(asks({ q }, 'viewer', {})).toBe(false)
    },
  )

  it.each([['0000012345'], ['123-456-32-18'], ['1234563218'], ['Hurtownia 24'], ['12345678512347'], ['']])(
    'is not %s',
    (q) => expect(asks({ q })).toBe(false),
  )

  it('is not an opaque value that holds eleven digits by chance', () => {
    expect(asks({ cursor: '44051401359', monitor_id: '44051401359' })).toBe(false)
  })
})
