'use client'

import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'

import { TableFileButtons } from '@/components/shared/table-file-buttons'
import { Button } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy-button'
import { EmptyState } from '@/components/ui/empty-state'
import { SegmentedControl } from '@/components/ui/inputs/segmented-control'
import { lazyComponent } from '@/components/ui/lazy/lazy-component'
import { useCountValues } from '@/components/ui/use-count-values'
import { readStoredAnswer } from '@/lib/client/companies/read-stored-answer'
import { type ValuedColumn, type WholeTable, wholeTable } from '@/lib/domain/files/file-table'
import { formatDate } from '@/lib/domain/format/format'

import { usePeriodText } from '../period-text'
import { UnreadableAnswer } from '../unreadable-answer'
import type { FiledList } from '../use-filed-items'
import {
  chartColumns,
  type ComparedFigures,
  type FigureColumn,
  type FigureKey,
  figureKeys,
  toFigureTable,
} from './figure-columns'
import { FigureTable } from './figure-table'
import { type AmountUnit, currencyWord } from './use-amount-text'

/** Column names are the same in every language, so that programs reading the file find them. */
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

/** Writes one row per statement, including superseded ones, in whole units of the currency. */
function figuresTable(columns: readonly FigureColumn[]): WholeTable {
  const rows = columns.flatMap((column): Row[] => [
    { column, isUsed: true },
    ...column.replaced.map((replaced) => ({ column: replaced, isUsed: false })),
  ])
  return wholeTable('Sprawozdania', fileColumns, rows)
}

/** Formats the table as on the page for pasting into a spreadsheet: years as columns, oldest first, plain numbers. */
function figuresText(
  columns: readonly FigureColumn[],
  rows: readonly FigureKey[],
  nameOf: (row: FigureKey) => string,
): string {
  const ordered = columns.toReversed()
  const head = ordered.map(({ start = '', end = '', currency }) => `${start} – ${end} (${currency})`)
  const lines = rows.map((row) => [nameOf(row), ...ordered.map(({ values }) => String(values[row] ?? ''))])
  return [['', ...head], ...lines].map((cells) => cells.join('\t')).join('\n')
}

const Chart = lazyComponent(
  async () => (await import('./figures-chart')).FiguresChart,
  () => <div aria-hidden className="h-60" />,
)

interface FiguresViewProps {
  readonly number: string
  readonly answer: unknown
  readonly documents: FiledList | undefined
  readonly onShow: (documentId: string) => void
}

export function FiguresView({ answer, documents, ...props }: FiguresViewProps) {
  const t = useTranslations('statements.figures')
  const read = readStoredAnswer('rdf.financials', answer)
  if (read === undefined) return <UnreadableAnswer />
  const table = toFigureTable(read.items, documents?.items ?? [])
  if (table.columns.length === 0) return <EmptyState title={t('empty')}>{t('emptyWhy')}</EmptyState>
  return <ShownFigures {...props} table={table} isListKnown={documents !== undefined} />
}

/** The number of years shown at first, and in the chart. */
const SHOWN_YEARS = 5
const CHARTED_YEARS = 10

type ShownFiguresProps = Pick<FiguresViewProps, 'number' | 'onShow'> & {
  readonly table: ComparedFigures
  readonly isListKnown: boolean
}

function ShownFigures({ number, table, isListKnown, onShow }: ShownFiguresProps) {
  const t = useTranslations('statements.figures')
  const countValues = useCountValues()
  const [unit, setUnit] = useState<AmountUnit>('thousand')
  const [isExpanded, setIsExpanded] = useState(false)
  const { columns, rows } = table
  const shown = isExpanded ? columns : columns.slice(0, SHOWN_YEARS)
  const charted = chartColumns(columns).slice(-CHARTED_YEARS)
  const currencies = [...new Set(columns.map(({ currency }) => currency))]
  const one = currencies.length === 1 ? currencyWord(currencies[0] ?? '') : t('one')
  return (
    <>
      {charted.length > 1 && <Chart columns={charted} />}
      <div className="flex flex-wrap items-center justify-between gap-3 border-b px-4 py-2.5">
        <SegmentedControl
          label={t('unit')}
          value={unit}
          onChange={setUnit}
          segments={[
            { value: 'one', label: one },
            { value: 'thousand', label: t('thousandOf', { currency: one }) },
          ]}
        />
        <FigureFiles number={number} columns={columns} rows={rows} />
      </div>
      <FigureTable columns={shown.toReversed()} all={columns} rows={rows} unit={unit} onShow={onShow} />
      {shown.length < columns.length && (
        <div className="border-t px-4 py-2.5">
          <Button size="sm" onClick={() => setIsExpanded(true)}>
            {t('all', countValues(columns.length))}
          </Button>
        </div>
      )}
      <FigureNotes columns={shown} isListKnown={isListKnown} />
    </>
  )
}

interface FigureFilesProps {
  readonly number: string
  readonly columns: readonly FigureColumn[]
  readonly rows: readonly FigureKey[]
}

/** Exports all years in whole units, to the clipboard, as CSV and as a workbook. */
function FigureFiles({ number, columns, rows }: FigureFilesProps) {
  const t = useTranslations('statements.figures')
  return (
    <span className="flex flex-wrap gap-1.5">
      <CopyButton value={figuresText(columns, rows, (row) => t(`rows.${row}`))} label={t('copy')} />
      <TableFileButtons name={`sprawozdania-${number}`} of={t('title')} makeTables={() => [figuresTable(columns)]} />
    </span>
  )
}

interface FigureNotesProps {
  readonly columns: readonly FigureColumn[]
  readonly isListKnown: boolean
}

/** Explains how changes are computed, and which of several statements of a period is shown. */
function FigureNotes({ columns, isListKnown }: FigureNotesProps) {
  const t = useTranslations('statements.figures')
  const several = columns.filter(({ replaced }) => replaced.length > 0)
  return (
    <ul className="space-y-1 border-t px-4 py-3 text-sm text-muted *:max-w-prose empty:hidden">
      {columns.length > 1 && <li>{t('changeNote')}</li>}
      {columns.length > 1 && !isListKnown && <li>{t('kindUnknown')}</li>}
      {several.map((column) => (
        <li key={column.key}>
          <UsedNote column={column} />
        </li>
      ))}
    </ul>
  )
}

function UsedNote({ column }: { readonly column: FigureColumn }) {
  const t = useTranslations('statements.figures')
  const locale = useLocale()
  const toPeriod = usePeriodText()
  const countValues = useCountValues()
  const { filing, replaced, start, end } = column
  const period = toPeriod(start, end) ?? ''
  const messageValues = { period, ...countValues(replaced.length + 1) }
  if (!filing?.filed_on) return t('usedFirst', messageValues)
  const when = formatDate(filing.filed_on, locale)
  return t(filing.correction === true ? 'usedCorrection' : 'usedLast', { ...messageValues, when })
}
