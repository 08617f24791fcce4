import type { SheetRow } from '@/lib/client/read-table/source-table'
import { type Rng, rng } from '@/lib/sample/rng'

import { type CellTruth, writeCell } from './written-numbers'

/**
 * The true meaning of a column. `old`: former numbers. `payer`, `payee`, `account`: accounts. `order`: the day of the
 * order.
 */
export type ColumnTruth =
  | 'nip'
  | 'krs'
  | 'pesel'
  | 'old'
  | 'country'
  | 'payer'
  | 'payee'
  | 'account'
  | 'order'
  | 'other'

export interface WrittenList {
  readonly rows: readonly SheetRow[]
  readonly columns: readonly { readonly name: string; readonly truth: ColumnTruth }[]
  /** By row below the header, and by column. */
  readonly truth: readonly (readonly CellTruth[])[]
  /** Whether another column states that the row is of another country. */
  readonly isForeign: readonly boolean[]
}

const NAMES: Readonly<Record<ColumnTruth, readonly string[]>> = {
  nip: [
    'NIP',
    'Nr NIP',
    'NIP kontrahenta',
    'NIPDostawcy',
    'nip_nabywcy',
    'NIP faktoranta',
    'NIP dłużnika',
    'NIP sprzedawcy',
    'Tax ID',
  ],
  krs: ['KRS', 'Nr KRS', 'NumerKRS'],
  pesel: ['PESEL', 'Nr PESEL'],
  old: ['Stary NIP', 'Poprzedni NIP', 'dawny NIP', 'Former NIP'],
  country: ['KodKrajuNadaniaTIN', 'Kraj', 'Country', 'Prefiks VAT', 'kod_kraju'],
  payer: ['Rachunek nadawcy', 'Nasz rachunek', 'RachunekPłatnika'],
  payee: ['Rachunek odbiorcy', 'Konto kontrahenta', 'IBAN beneficjenta'],
  account: ['Rachunek', 'Nr konta', 'IBAN'],
  order: ['Data zlecenia', 'Data przelewu', 'DataOperacji', 'Dzień zlecenia'],
  other: [
    'Lp',
    'Kwota brutto',
    'Termin płatności',
    'Data wystawienia',
    'Nazwa',
    'Telefon',
    'Nr faktury',
    'Data wpływu',
  ],
}

const OTHER_CELLS: Readonly<Record<string, (row: number) => string>> = {
  Lp: (row) => `${row + 1}`,
  'Kwota brutto': (row) => `${row * 137 + 12},50`,
  'Termin płatności': (row) => `2026-12-${String(10 + (row % 15))}`,
  'Data wystawienia': (row) => `2026-10-${String(10 + (row % 15))}`,
  'Data wpływu': (row) => `2026-11-${String(10 + (row % 5))}`,
  Nazwa: (row) => `Firma Handlowa ${row}`,
  Telefon: (row) => `${500_100_200 + row}`,
  'Nr faktury': (row) => `FV/${row}/2026`,
}

const ORDER_DAYS = ['2026-11-23', '2026-11-24', '2026-11-25'] as const

/** A valid, unassigned Polish account number. */
function accountOf(index: number): string {
  const body = `10901014${String(1_000_000 + index).padStart(16, '0')}`
  const check = 98n - (BigInt(`${body}252100`) % 97n)
  return `${String(check).padStart(2, '0')}${body}`
}

const PAYER_ACCOUNT = accountOf(777)
const ACCOUNT_FORMS: readonly ((account: string) => string)[] = [
  (account) => account,
  (account) => `PL${account}`,
  (account) => `IBAN: PL${account}`,
  (account) => `NRB ${account.replace(/(?<=^\d{2}(?:\d{4})*)(?=\d)/g, ' ')}`,
  (account) => `="${account}"`,
  (account) => account.replace(/(\d{4})/g, '$1\u2011').replace(/\u2011$/, ''),
]
const COUNTRIES = ['PL', 'PL', 'PL', 'Polska', 'SK', 'DE', 'Niemcy', 'UA', '']
const POLISH = new Set(['PL', 'Polska', ''])

interface CellContent {
  readonly text: string
  readonly truth: CellTruth
}
const plain = (text: string): CellContent => ({ text, truth: { kind: 'blank' } })

interface CellPosition {
  readonly name: string
  readonly row: number
  /** Index of the number in the cell. */
  readonly index: number
}

const numberCell =
  (type: 'nip' | 'krs' | 'pesel') =>
  (random: Rng, { index }: CellPosition): CellContent =>
    writeCell(random, type, { index })
const accountCell = (random: Rng, { index }: CellPosition): CellContent =>
  plain(random.pick(ACCOUNT_FORMS)(accountOf(index)))

const CELLS: Readonly<Record<ColumnTruth, (random: Rng, position: CellPosition) => CellContent>> = {
  nip: numberCell('nip'),
  krs: numberCell('krs'),
  pesel: numberCell('pesel'),
  old: (random, { index }) => writeCell(random, 'nip', { index, bad: 0 }),
  country: (random) => plain(random.pick(COUNTRIES)),
  payer: () => plain(PAYER_ACCOUNT),
  payee: accountCell,
  account: accountCell,
  order: (random) => plain(random.pick(ORDER_DAYS)),
  other: (_, { name, row }) => plain(OTHER_CELLS[name]?.(row) ?? ''),
}

/** Gives each column a random name, and puts the columns in random order. */
function drawColumns(random: Rng, truths: readonly ColumnTruth[]): WrittenList['columns'] {
  const drawn = truths.map((truth) => ({ name: random.pick(NAMES[truth]), truth, order: random.next() }))
  return drawn.toSorted((a, b) => a.order - b.order).map(({ name, truth }) => ({ name, truth }))
}

/** A generated list in the style of some program or person, with its true content. */
export function writeList(seed: string, truths: (random: Rng) => readonly ColumnTruth[]): WrittenList {
  const random = rng(seed)
  const columns = drawColumns(random, truths(random))
  const count = random.int(4, 24)
  const cells = Array.from({ length: count }, (_, row) =>
    columns.map(({ name, truth }, at) =>
      CELLS[truth](random, { name, row, index: row * 40 + at + random.int(0, 3) * 1000 }),
    ),
  )
  const country = columns.findIndex(({ truth }) => truth === 'country')
  return {
    rows: [
      { line: 1, cells: columns.map(({ name }) => name) },
      ...cells.map((row, at) => ({ line: at + 2, cells: row.map(({ text }) => text) })),
    ],
    columns,
    truth: cells.map((row) => row.map(({ truth }) => truth)),
    isForeign: cells.map((row) => country >= 0 && !POLISH.has(row[country]?.text ?? '')),
  }
}
