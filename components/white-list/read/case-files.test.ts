import { describe, expect, it } from 'vitest'

import { readBytes, readText } from '@/lib/client/read-table/read-source'
import { formatAccount } from '@/lib/features/white-list/domain/account'
import { caseFile, caseText } from '@/lib/testing/cases/case-file'
import { nipOf } from '@/lib/testing/identifiers'

import { answerQuestion, guessCheckColumns, isOrderDay } from './check-columns'
import { judgeList } from './judge-list'

const TODAY = '2026-11-26'
const NIPS = '7816604875 7749141777 7810115247 7749825978 7744167217 1138193032 7819174004 5252601813'.split(' ')

function openFile(folder: string, name: string) {
  const result = readBytes(caseFile(folder, name))
  if (!result.ok) throw new Error(result.fault)
  const columns = guessCheckColumns(result.table.rows)
  return { columns, ...judgeList(result.table.rows, columns, TODAY) }
}
function openText(text: string) {
  const result = readText(text)
  if (!result.ok) throw new Error(result.fault)
  const columns = guessCheckColumns(result.table.rows)
  return { columns, rows: result.table.rows, ...judgeList(result.table.rows, columns, TODAY) }
}

// Case A06 of lib/testing/cases/README.md
describe('the day of the order comes only from a column that names it', () => {
  it('is not taken from the due date of a list of payables', () => {
    const { good, bad, days, columns } = openFile('A06-due-date-as-order-day', 'zobowiazania.csv')
    expect(columns.roles).toEqual(['nip', 'ignore', 'account', 'ignore', 'ignore'])
    expect(good.map(({ nip, day }) => [nip, day])).toEqual(NIPS.map((nip) => [nip, undefined]))
    expect([bad, days]).toEqual([[], undefined])
  })

  it('is the order date if the invoice has a date as well', () => {
    const { good, bad, days } = openFile('A06-due-date-as-order-day', 'z-data-wystawienia.csv')
    expect(good.map(({ day }) => day)).toEqual(NIPS.map(() => '2026-11-25'))
    expect([bad, days]).toEqual([[], { first: '2026-11-25', last: '2026-11-25', rows: 8 }])
  })

  it.each([
    ['Data zlecenia', true],
    ['Data przelewu', true],
    ['Dzień operacji', true],
    ['Data dyspozycji', true],
    ['DataZleceniaPrzelewu', true],
    ['data_wykonania_platnosci', true],
    ['dzien_zlecenia', true],
    ['Transfer date', true],
    ['Termin płatności', false],
    ['Termin przelewu', false],
    ['Data wystawienia', false],
    ['Data sprzedaży', false],
    ['Data wpływu', false],
    ['Data wpływu przelewu', false],
    ['Data płatności', false],
    ['Data', false],
    ['Due date', false],
    ['Order number', false],
  ])('is recognized in the column title %s: %s', (name, isDay) => {
    expect(isOrderDay(name)).toBe(isDay)
  })

  it('is asked for if two columns name it and differ', () => {
    const { columns, rows } = openText(
      `NIP;Data zlecenia;Data przelewu\n${NIPS.map((nip) => `${nip};2026-11-20;2026-11-21`).join('\n')}`,
    )
    expect(columns.questions).toEqual([{ role: 'day', columns: [1, 2] }])
    const [question] = columns.questions
    if (question === undefined) throw new Error('no question')
    expect(judgeList(rows, answerQuestion(columns, question, 2), TODAY).days?.first).toBe('2026-11-21')
    expect(judgeList(rows, answerQuestion(columns, question, undefined), TODAY).days).toBeUndefined()
  })

  it('does not prevent counting a valid NIP if the day is rejected', () => {
    const { good, validNips } = openText(`NIP;Data przelewu\n${NIPS[0] ?? ''};2026-12-24`)
    expect([good, validNips]).toEqual([[], 1])
  })
})

// Case A07 of lib/testing/cases/README.md
describe('the account of the payee is chosen from two accounts', () => {
  it('by the names of the columns', () => {
    const { columns, good, bad } = openFile('A07-sender-account-first', 'przelewy-banku.csv')
    expect(columns).toMatchObject({ roles: ['nip', 'ignore', 'account', 'day'], questions: [], accountReason: 'named' })
    expect(good.map(({ account }) => account?.slice(-1))).toEqual(['1', '2', '3', '4', '5', '6', '7', '8'])
    expect(bad).toEqual([])
  })

  const accounts = caseText('A07-sender-account-first', 'przelewy-banku.csv').split('\r\n').slice(1, 9)
  const list = (first: string, second: string) =>
    ['NIP', first, second].join(';') + '\n' + accounts.map((row) => row.split(';').slice(0, 3).join(';')).join('\n')

  it('if the other account is the same in every row', () => {
    const { columns } = openText(list('Rachunek 1', 'Rachunek 2'))
    expect(columns).toMatchObject({ roles: ['nip', 'ignore', 'account'], questions: [], accountReason: 'same' })
  })

  it('only after asking if neither names nor values decide', () => {
    const swapped = list('Konto A', 'Konto B').replace('91114020040000000000000777', '61109010140000071219812874')
    const { columns } = openText(swapped)
    expect(columns.questions).toEqual([{ role: 'account', columns: [1, 2] }])
    expect(columns.roles).toEqual(['nip', 'ignore', 'ignore'])
  })

  it('only after asking if the account of the payer is the only one', () => {
    const { columns } = openText(
      `NIP;Rachunek nadawcy\n${accounts.map((row) => row.split(';').slice(0, 2).join(';')).join('\n')}`,
    )
    expect(columns.questions).toEqual([{ role: 'account', columns: [1] }])
  })
})

// Case A07 of lib/testing/cases/README.md
it('asks which NIP is meant if a row has two, and never takes a former one', () => {
  const rows = NIPS.map((nip, at) => `${nip};${nipOf(at)}`).join('\n')
  expect(openText(`NIP nabywcy;NIP sprzedawcy\n${rows}`).columns.questions).toEqual([{ role: 'nip', columns: [0, 1] }])
  const { columns } = openText(`Stary NIP;NIP\n${rows}`)
  expect(columns).toMatchObject({ roles: ['ignore', 'nip'], questions: [] })
})

// Case A09 of lib/testing/cases/README.md
it('reads an account in every format', () => {
  const { good, bad } = openFile('A09-pdf-hyphens-and-account-forms', 'rachunki-formy.csv')
  expect([bad, good.length, new Set(good.map(({ account }) => account)).size]).toEqual([[], 12, 1])
})

// Case A08 of lib/testing/cases/README.md
it('reads numbers with direction marks', () => {
  const { good, bad } = openFile('A08-bidi-marks', 'znaki.csv')
  expect([bad, good.map(({ nip }) => nip)]).toEqual([[], NIPS])
})

// Case A16 of lib/testing/cases/README.md
it('rejects numbers of other countries', () => {
  const { good, bad, columns } = openFile('A16-foreign-numbers-beside-country', 'jpk-zakupy.csv')
  expect(columns.roles).toEqual(['ignore', 'country', 'nip', 'ignore', 'ignore'])
  expect(good.map(({ nip }) => nip)).toEqual(['7816604875', '7749141777', '7810115247'])
  expect(bad.map(({ line, faults }) => [line, ...faults.map(({ reason }) => reason)])).toEqual([
    ...['SK', 'SK', 'BE', 'BE', 'IT', 'DE'].map((country, at) => [at + 2, { field: 'nip', fault: 'eu', country }]),
    [10, { field: 'nip', fault: 'none' }],
  ])
})

// Case A17 of lib/testing/cases/README.md
it('reads a NIP with words, dots and slashes, and reports why a value is not a NIP', () => {
  const text = caseText('A17-nip-with-words', 'nipy.txt')
  const { good, bad } = openText(text)
  expect([bad, good.length]).toEqual([[], text.trim().split('\n').length])
  const texts = ['DE811907980', '2026-11-25', 'zapłata 7816604875', 'n/d', '5,26104E+09', 'CHE-123.456.788']
  const faults = openText(`NIP;Nazwa\n${texts.map((each) => `${each};A`).join('\n')}`).bad.flatMap((row) =>
    row.faults.map(({ reason }) => ('country' in reason ? [reason.fault, reason.country] : reason.fault)),
  )
  expect(faults).toEqual([['eu', 'DE'], 'date', 'words', 'none', 'rounded', ['foreign', 'CH']])
})

// Case F01 of lib/testing/cases/README.md
it('reports that an account saved by a spreadsheet is rounded', () => {
  const { bad } = openFile('F01-csv-reopened-in-excel', 'po-excelu.csv')
  expect(bad.flatMap(({ faults }) => faults.map(({ reason }) => reason))).toEqual(
    Array.from({ length: 5 }, () => ({ field: 'account', fault: 'rounded' })),
  )
})

// Case F01 of lib/testing/cases/README.md
it('reads a result of the panel again after a spreadsheet has saved it', () => {
  const names =
    'wiersz;nip;krs;nazwa;stan;status_vat;wykreslony_dnia;rachunek;rachunek_na_liscie;dzien_zlecenia;dzien_odpowiedzi;czas_odpowiedzi'
  const rows = NIPS.map(
    (nip, at) =>
      `${at + 2};${nip};;Firma ${at};odpowiedź;Czynny;;${formatAccount('07109010140000000000000001')};tak;2026-11-2${at % 5};2026-11-26;2026-11-26 10:00:0${at}`,
  )
  const { good, bad, columns } = openText([names, ...rows].join('\r\n'))
  expect([bad, columns.questions]).toEqual([[], []])
  expect(good.map(({ nip, account, day }) => [nip, account, day])).toEqual(
    NIPS.map((nip, at) => [nip, '07109010140000000000000001', `2026-11-2${at % 5}`]),
  )
})
