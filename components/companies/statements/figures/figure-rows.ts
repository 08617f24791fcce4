import { type ValuedColumn, type WholeTable, wholeTable } from '@/lib/domain/files/file-table'

import { type FigureColumn, type FigureKey, figureKeys } from './figure-columns'

/** Names of columns are the same in every language, so that whatever takes them in finds them. */
const NAMES = {
  revenue: 'Przychody netto ze sprzedaży',
  operating_profit: 'Wynik z działalności operacyjnej',
  net_profit: 'Wynik netto',
  total_assets: 'Aktywa razem',
  fixed_assets: 'Aktywa trwałe',
  current_assets: 'Aktywa obrotowe',
  equity: 'Kapitał własny',
  liabilities: 'Zobowiązania i rezerwy',
} as const satisfies Record<FigureKey, string>

type Row = { readonly column: FigureColumn; readonly isUsed: boolean }
const yesNo = (yes: boolean | null | undefined): string | undefined =>
  typeof yes === 'boolean' ? (yes ? 'tak' : 'nie') : undefined

const text = (name: string, width: number, value: (row: Row) => string | undefined): ValuedColumn<Row> => ({
  name,
  kind: 'text',
  width,
  value,
})
const number = (name: string, width: number, value: (row: Row) => number | undefined): ValuedColumn<Row> => ({
  name,
  kind: 'number',
  width,
  value,
})

const fileColumns: readonly ValuedColumn<Row>[] = [
  number('Rok', 8, ({ column }) => column.year),
  text('Od', 12, ({ column }) => column.start),
  text('Do', 12, ({ column }) => column.end),
  number('Miesiące', 10, ({ column }) => column.months),
  text('Waluta', 8, ({ column }) => column.currency),
  ...figureKeys.map((key) => number(NAMES[key], 20, ({ column }) => column.values[key])),
  text('Rodzaj', 32, ({ column }) => column.filing?.kind ?? undefined),
  text('MSSF', 8, ({ column }) => yesNo(column.filing?.ifrs)),
  text('Korekta', 8, ({ column }) => yesNo(column.filing?.correction)),
  text('Data złożenia', 14, ({ column }) => column.filing?.filed_on ?? undefined),
  text('Dokument', 28, ({ column }) => column.documentId),
  text('W tabeli', 10, ({ isUsed }) => yesNo(isUsed)),
]

/** Every statement a row, also those that another one stands for, in whole units of its currency. */
export function figuresTable(columns: readonly FigureColumn[]): WholeTable {
  const rows = columns.flatMap((column): Row[] => [
    { column, isUsed: true },
    ...column.replaced.map((replaced) => ({ column: replaced, isUsed: false })),
  ])
  return wholeTable('Sprawozdania', fileColumns, rows)
}

/** As on the page, for a spreadsheet to paste: years as columns, plain numbers. */
export function figuresText(
  columns: readonly FigureColumn[],
  rows: readonly FigureKey[],
  nameOf: (row: FigureKey) => string,
): string {
  const head = columns.map(({ start = '', end = '', currency }) => `${start} – ${end} (${currency})`)
  const lines = rows.map((row) => [nameOf(row), ...columns.map(({ values }) => String(values[row] ?? ''))])
  return [['', ...head], ...lines].map((cells) => cells.join('\t')).join('\n')
}
