'use client'

import { useState } from 'react'
import { useTranslations } from 'use-intl'

import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { SegmentedControl } from '@/components/ui/inputs/segmented-control'
import { lazyComponent } from '@/components/ui/lazy/lazy-component'
import { useCountValues } from '@/components/ui/use-count-values'
import { readKeptAnswer } from '@/lib/client/companies/read-kept-answer'

import { UnreadableAnswer } from '../unreadable-answer'
import type { FiledList } from '../use-filed-items'
import { chartColumns, type ComparedFigures, toFigureTable } from './figure-columns'
import { FigureFiles } from './figure-files'
import { FigureNotes } from './figure-notes'
import { FigureTable } from './figure-table'
import { type AmountUnit } from './use-amount-text'

const Chart = lazyComponent(
  async () => (await import('./figures-chart')).FiguresChart,
  () => <div aria-hidden className="h-60" />,
)

interface FiguresViewProps {
  readonly number: string
  /** Of the service, as it was kept. */
  readonly answer: unknown
  readonly documents: FiledList | undefined
  /** Shows a document in the list. */
  readonly onShow: (documentId: string) => void
}

/** Main figures of several years side by side. */
export function FiguresView({ answer, documents, ...props }: FiguresViewProps) {
  const t = useTranslations('statements.figures')
  const read = readKeptAnswer('rdf.financials', answer)
  if (read === undefined) return <UnreadableAnswer />
  const table = toFigureTable(read.items, documents?.items ?? [])
  if (table.columns.length === 0) return <EmptyState title={t('empty')}>{t('emptyWhy')}</EmptyState>
  return <ShownFigures {...props} table={table} isListKnown={documents !== undefined} />
}

/** Years that stand there at first, and in the chart. */
const SHOWN_AT_ONCE = 5
const CHARTED = 10

type ShownFiguresProps = Pick<FiguresViewProps, 'number' | 'onShow'> & {
  readonly table: ComparedFigures
  readonly isListKnown: boolean
}

function ShownFigures({ number, table, isListKnown, onShow }: ShownFiguresProps) {
  const t = useTranslations('statements.figures')
  const counted = useCountValues()
  const [unit, setUnit] = useState<AmountUnit>('thousand')
  const [isWhole, setIsWhole] = useState(false)
  const { columns, rows } = table
  const shown = isWhole ? columns : columns.slice(0, SHOWN_AT_ONCE)
  const charted = chartColumns(columns).slice(-CHARTED)
  const currencies = [...new Set(columns.map(({ currency }) => currency))]
  const one = currencies.length === 1 ? (currencies[0] === 'PLN' ? 'zł' : (currencies[0] ?? '')) : t('one')
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
      <FigureTable columns={shown} all={columns} rows={rows} unit={unit} onShow={onShow} />
      {shown.length < columns.length && (
        <div className="border-t px-4 py-2.5">
          <Button size="sm" onClick={() => setIsWhole(true)}>
            {t('all', counted(columns.length))}
          </Button>
        </div>
      )}
      <FigureNotes columns={shown} isListKnown={isListKnown} />
    </>
  )
}
