import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { operationNames, operationOf } from '@/lib/contract/table'
import { panelOperationNames, panelOperationOf } from '@/lib/features/contract'
import { isForbiddenPersonQuery, maskPersonal, maskTexts, seesPersonalData } from '@/lib/http/mask-personal'
import { machineValues, pesels, SEED, personalTexts, writtenPesels } from '@/lib/testing/personal-texts'

const PESEL = '44051401359'
const MASKED = '44•••••••59'

it('only owner and compliance may see personal numbers', () => {
  expect(['owner', 'compliance', 'finance', 'viewer'].filter((role) => seesPersonalData(role as never))).toEqual([
    'owner',
    'compliance',
  ])
})

describe('maskPersonal', () => {
  it('masks all numbers in the PESEL list of a filter, also one that is not a valid PESEL', () => {
    const filter = { id: PESEL, content: { pesel: [PESEL, '4405140'], name: [`Jan ${PESEL}`], nip: ['5261040828'] } }
    expect(maskPersonal({ items: [filter] })).toEqual({
      items: [{ id: MASKED, content: { pesel: [MASKED, '•••••••'], name: [`Jan ${MASKED}`], nip: ['5261040828'] } }],
    })
  })

  it('seals the masked values of a filter, so that they can be sent back', () => {
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

  it('masks identifiers and texts of monitors, and rows of reports', () => {
    const monitor = { identifier_type: 'PESEL', identifier_value: PESEL, label: `dług ${PESEL}`, tags: ['a'] }
    expect(maskPersonal(monitor)).toEqual({ ...monitor, identifier_value: MASKED, label: `dług ${MASKED}` })
    expect(maskPersonal({ debtor_pesel: PESEL, debtor_birth_date: '1944-05-14' })).toEqual({
      debtor_pesel: MASKED,
      debtor_birth_date: null,
    })
  })

  it('masks rejected identifiers of any type and notation', () => {
    const wide = PESEL.replaceAll(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0))
    const id = '0f8fad5b-d9cb-469f-a165-70867728950e'
    const values = [
      ['pesel', PESEL.slice(0, 9)],
      ['PESEL ', `${PESEL.slice(0, 2)}.${PESEL.slice(2)}`],
      ['nip', wide],
      ['krs', id],
      ['krs', '12345678'],
    ]
    const invalid = values.map(([identifier_type, identifier_value], index) => {
      return { index, identifier_type, identifier_value, error: 'Not valid' }
    })
    const { invalid: shown } = maskPersonal({ inserted: 0, invalid }) as { invalid: { identifier_value: string }[] }
    expect(shown.map(({ identifier_value }) => identifier_value)).toEqual([
      '44•••••13',
      '44.•••••••59',
      `${wide.slice(0, 2)}•••••••${wide.slice(-2)}`,
      id,
      '12345678',
    ])
  })

  it('does not change identifiers of companies, cursors and other values', () => {
    const plain = { identifier_type: 'nip', identifier_value: '5261040828', next_cursor: 'a1', total: 3, pesel: null }
    expect(maskPersonal(plain)).toEqual(plain)
  })
})

describe('a value in the field of a personal number', () => {
  it('is masked even if mistyped, of another type, a JSON number, or repeated in an error', () => {
    const invalid = [
      { index: 0, identifier_type: 'nip', identifier_value: '44051401358', error: '44051401358 is no NIP' },
      { index: 1, identifier_type: 'PESEL', identifier_value: '4405140135', error: 'length', label: 'Jan 44051401358' },
      { index: 2, identifier_type: 'krs', identifier_value: '0000028860', error: 'duplicate' },
    ]
    expect(maskPersonal({ inserted: 0, invalid })).toEqual({
      inserted: 0,
      invalid: [
        { index: 0, identifier_type: 'nip', identifier_value: '44•••••••58', error: '44•••••••58 is no NIP' },
        {
          index: 1,
          identifier_type: 'PESEL',
          identifier_value: '44••••••35',
          error: 'length',
          label: 'Jan 44•••••••58',
        },
        invalid[2],
      ],
    })
    expect(maskPersonal({ pesel: 44051401359, representative_pesel: [PESEL], input: 44051401358 })).toEqual({
      pesel: MASKED,
      representative_pesel: [MASKED],
      input: '44•••••••58',
    })
    expect(maskPersonal({ [PESEL]: 1, nip: 6, pesel: 33 })).toEqual({ [MASKED]: 1, nip: 6, pesel: 33 })
  })
})

/** Arbitrary JSON of answers or records, with unknown field names. */
const jsonOf = (values: fc.Arbitrary<unknown>) =>
  fc.letrec<{ node: unknown }>((tie) => ({
    node: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      values,
      fc.dictionary(fc.constantFrom('note', 'name', 'value', 'file', 'details', 'before', 'amount'), tie('node')),
      fc.array(tie('node'), { maxLength: 3 }),
    ),
  })).node

const surroundedPesels = fc.tuple(personalTexts, writtenPesels, personalTexts)

describe('maskPersonal on generated JSON', () => {
  it('changes no hash, id, amount, day, number or flag', () => {
    const values = fc.oneof(machineValues, fc.integer(), fc.double(), fc.boolean(), fc.constant(null))
    fc.assert(
      fc.property(jsonOf(values), (json) => {
        expect(maskPersonal(json)).toEqual(json)
      }),
      { ...SEED, numRuns: 200 },
    )
  })

  it('leaves no valid personal number in fields of persons or in texts of unknown fields', () => {
    const text = surroundedPesels.map(([before, { written }, after]) => `${before} ${written} ${after}`)
    const person = fc.record({
      pesel: pesels,
      label: text,
      identifier_type: fc.constant('pesel'),
      identifier_value: pesels,
    })
    const values = fc.oneof(
      text,
      person,
      pesels.map((pesel) => ({ debtor_pesel: [pesel], total: Number(pesel.slice(7)) })),
    )
    fc.assert(
      fc.property(jsonOf(values), (json) => {
        const shown = JSON.stringify(maskPersonal(json)).normalize('NFKC')
        expect(maskPersonal(JSON.parse(shown))).toEqual(JSON.parse(shown))
        expect(shown).not.toMatch(/(?<!\d)\d{11}(?!\d)/)
      }),
      { ...SEED, numRuns: 200 },
    )
  })

  it('returns the same result when applied twice', () => {
    const values = surroundedPesels.map(([before, { written }, after]) => `${before} ${written} ${after}`)
    fc.assert(
      fc.property(jsonOf(values), (json) => {
        const masked = maskPersonal(json)
        expect(maskPersonal(masked)).toEqual(masked)
      }),
      { ...SEED, numRuns: 200 },
    )
  })
})

it('only the listed operations return unmasked answers', () => {
  const service = operationNames.filter((name) => operationOf(name).unmasked === true)
  expect(service).toEqual([
    ...operationNames.filter((name) => name.startsWith('usage.')),
    // The full key, which is returned only once.
    'keys.create',
    'keys.rotate',
  ])
  const unmaskedOperations = panelOperationNames.filter((name) => panelOperationOf(name).unmasked === true)
  const ofPersonsThemselves = /^(secondFactor|passkeys|proof)\./
  expect(unmaskedOperations.filter((name) => !ofPersonsThemselves.test(name))).toEqual([
    'personal.reveal',
    'personal.export',
    'personal.exportFilters',
  ])
})

it('maskTexts masks only texts in a document that contains example persons', () => {
  const document = {
    properties: { pesel: { type: 'string' }, birth_date: { example: '1944-05-14' } },
    example: [PESEL, 1],
  }
  expect(maskTexts(document)).toEqual({ ...document, example: [MASKED, 1] })
})

describe('a query with a personal number', () => {
  const maskedOperation = {}
  const isRefused = (
    query: Record<string, string>,
    role: 'viewer' | 'owner' = 'viewer',
    operation: { unmasked?: true } = maskedOperation,
  ) => isForbiddenPersonQuery(operation, role, new URLSearchParams(query))

  it.each([['44051401359'], ['440514 01359'], ['4 4 0 5 1 4 0 1 3 5 9'], ['nr 44051401359'], ['44051401358']])(
    'is detected in %s, for roles that may not see it',
    (q) => {
      expect(isRefused({ q })).toBe(true)
      expect(isRefused({ q }, 'owner')).toBe(false)
      expect(isRefused({ q }, 'viewer', { unmasked: true })).toBe(false)
    },
  )

  it.each([['0000012345'], ['123-456-32-18'], ['1234563218'], ['Hurtownia 24'], ['12345678512347'], ['']])(
    'is not detected in %s',
    (q) => expect(isRefused({ q })).toBe(false),
  )

  it('is not detected in an opaque value that contains eleven digits by chance', () => {
    expect(isRefused({ cursor: '44051401359', monitor_id: '44051401358' })).toBe(false)
    expect(isRefused({ id: '44051401359' })).toBe(true)
  })
})
