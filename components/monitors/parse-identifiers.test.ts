import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { countVerdicts, type KindChoices, MAX_LABEL_LENGTH, noChoices, parseIdentifiers } from './parse-identifiers'

const NIP = '5261040828'
const KRS = '0000028860'
const PESEL = '72831500114'
const UUID = '8f1c0d3e-2b4a-4c5d-9e6f-7a8b9c0de902'
/** Ten digits that neither lead with 000 nor carry a NIP checksum. */
const UNSURE = '1234567890'

const verdicts = (text: string, choices?: KindChoices) => parseIdentifiers(text, choices).map((row) => row.verdict)
const only = (text: string, choices?: KindChoices) => {
  const rows = parseIdentifiers(text, choices)
  expect(rows).toHaveLength(1)
  return rows[0]!
}

describe('the verdict of a line', () => {
  it.each([
    [NIP, 'nip', NIP],
    ['526-10-40-828', 'nip', NIP],
    [' PL 526 104 08 28 ', 'nip', NIP],
    ['NIP: 526-104-08-28', 'nip', NIP],
    [KRS, 'krs', KRS],
    ['28860', 'krs', KRS],
    ['KRS 0000028860', 'krs', KRS],
    [PESEL, 'pesel', PESEL],
    [UUID.toUpperCase(), 'subject_id', UUID],
  ])('reads %s as %s', (raw, type, value) => {
    expect(only(raw).verdict).toEqual({ kind: 'ok', type, value })
  })

  it.each([
    ['NIP 5261040827', 'checksum', 'nip'],
    ['72831500115', 'checksum', 'pesel'],
    ['44139901358', 'birth_date', 'pesel'],
    ['PESEL 7283150011', 'length', 'pesel'],
    ['KRS 0000000000', 'all_zero', 'krs'],
    ['Transbud Lublin', 'unknown', undefined],
    ['0000000000', 'unknown', undefined],
    ['123456785', 'regon', undefined],
  ])('refuses %s for %s', (raw, reason, type) => {
    expect(only(raw).verdict).toEqual({ kind: 'invalid', reason, type })
  })
})

describe('ten digits', () => {
  it('never guesses between NIP and KRS', () => {
    expect(only(UNSURE).verdict).toEqual({ kind: 'ambiguous', digits: UNSURE, isNip: false })
    expect(only('123-456-78-90').verdict).toMatchObject({ kind: 'ambiguous', digits: UNSURE })
  })

  it('follows the choice for the row, then the choice for all', () => {
    const choices: KindChoices = { byDigits: new Map([[UNSURE, 'krs']]), forAll: undefined }
    expect(only(UNSURE, choices)).toMatchObject({ verdict: { kind: 'ok', type: 'krs', value: UNSURE }, chosen: 'krs' })
    expect(verdicts('2234567890', choices)).toMatchObject([{ kind: 'ambiguous' }])
    expect(verdicts(`${UNSURE}\n2234567890`, { ...choices, forAll: 'nip' })).toEqual([
      { kind: 'ok', type: 'krs', value: UNSURE },
      { kind: 'invalid', reason: 'checksum', type: 'nip' },
    ])
  })

  it('asks when both readings hold, and says that NIP is possible', () => {
    const both = findTenDigitsOfBothKinds()
    expect(only(both).verdict).toEqual({ kind: 'ambiguous', digits: both, isNip: true })
    expect(only(both, { ...noChoices, forAll: 'nip' }).verdict).toMatchObject({ kind: 'ok', type: 'nip' })
    expect(only(both, { ...noChoices, forAll: 'krs' }).verdict).toMatchObject({ kind: 'ok', type: 'krs' })
  })

  it('does not apply a choice to what is certain', () => {
    expect(only(NIP, { ...noChoices, forAll: 'krs' })).toMatchObject({ verdict: { type: 'nip' }, chosen: undefined })
  })
})

function findTenDigitsOfBothKinds(): string {
  for (let n = 1; n < 10_000_000; n += 1) {
    const digits = `000${String(n).padStart(7, '0')}`
    if (parseIdentifiers(`NIP ${digits}`)[0]?.verdict.kind === 'ok') return digits
  }
  throw new Error('No such number')
}

describe('lines', () => {
  it.each([
    [`${NIP};Transbud`, 'Transbud'],
    [`${NIP}\tTransbud sp. z o.o.`, 'Transbud sp. z o.o.'],
    [`${NIP}, Transbud, Lublin`, 'Transbud, Lublin'],
    [`"${NIP}";"Transbud; Lublin"`, 'Transbud; Lublin'],
    [`${NIP};A, B;`, 'A, B'],
    [`Transbud;${NIP}`, 'Transbud'],
    [`${NIP};2024`, '2024'],
  ])('takes the label of %s', (line, label) => {
    expect(only(line)).toMatchObject({ verdict: { kind: 'ok', value: NIP }, label })
  })

  it('leaves out blank lines, a header and a byte order mark, and counts lines as pasted', () => {
    const rows = parseIdentifiers(`\uFEFFNIP;Nazwa\r\n\r\n${NIP};A\r\n;\r\n${KRS}`)
    expect(rows.map(({ line, label }) => [line, label])).toEqual([
      [3, 'A'],
      [5, ''],
    ])
    expect(parseIdentifiers(' \n\t\n')).toEqual([])
  })

  it('marks a repetition however it is written, and names the first line', () => {
    expect(verdicts(`${NIP}\n\nPL${NIP};inna etykieta\n28860\n${KRS}`)).toEqual([
      { kind: 'ok', type: 'nip', value: NIP },
      { kind: 'duplicate', type: 'nip', value: NIP, firstLine: 1 },
      { kind: 'ok', type: 'krs', value: KRS },
      { kind: 'duplicate', type: 'krs', value: KRS, firstLine: 4 },
    ])
  })

  it('refuses a label that the service would refuse, and does not let it hide a good line below', () => {
    const text = `${NIP};${'x'.repeat(MAX_LABEL_LENGTH + 1)}\n${NIP};${'x'.repeat(MAX_LABEL_LENGTH)}`
    expect(verdicts(text)).toEqual([
      { kind: 'invalid', reason: 'label_length', type: 'nip' },
      { kind: 'ok', type: 'nip', value: NIP },
    ])
  })

  it('counts the verdicts', () => {
    const text = [NIP, NIP, KRS, UNSURE, 'x'].join('\n')
    expect(countVerdicts(parseIdentifiers(text))).toEqual({ ok: 2, duplicate: 1, ambiguous: 1, invalid: 1 })
  })
})

describe('any text', () => {
  const line = fc.oneof(fc.constantFrom(NIP, KRS, PESEL, UUID, UNSURE, `${NIP};x`, ''), fc.string({ maxLength: 40 }))

  it('gives one row per line that says something, and never repeats what it accepts', () => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 30 }), (lines) => {
        const rows = parseIdentifiers(lines.join('\n'))
        const accepted = rows.flatMap(({ verdict }) =>
          verdict.kind === 'ok' ? [`${verdict.type}:${verdict.value}`] : [],
        )
        expect(new Set(accepted).size).toBe(accepted.length)
        expect(rows.map((row) => row.line)).toEqual(rows.map((row) => row.line).toSorted((a, b) => a - b))
        const counts = countVerdicts(rows)
        expect(counts.ok + counts.duplicate + counts.ambiguous + counts.invalid).toBe(rows.length)
      }),
    )
  })

  it('reads fifty thousand lines at once', () => {
    const text = Array.from({ length: 50_000 }, (_, n) => `KRS ${n + 1};podmiot ${n}`).join('\n')
    expect(countVerdicts(parseIdentifiers(text)).ok).toBe(50_000)
  })
})
