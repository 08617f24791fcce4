'use client'

import { useTranslations } from 'use-intl'

import { classNames } from '@/components/ui/class-names'
import { scrollable } from '@/components/ui/scrollable'
import { knownKind } from '@/lib/domain/statements/kinds'

import { useMonthsText, usePeriodText } from '../period-text'
import { changeIn, columnBefore, type FigureColumn, type FigureKey } from './figure-columns'
import { type AmountUnit, currencyWord, useAmountText, useChangeText } from './use-amount-text'

const scrollToEnd = (box: HTMLElement | null) => box?.scrollTo({ left: box.scrollWidth })

interface FigureTableProps {
  readonly columns: readonly FigureColumn[]
  /** All columns: a shown one may be compared with a hidden one. */
  readonly all: readonly FigureColumn[]
  readonly rows: readonly FigureKey[]
  readonly unit: AmountUnit
  readonly onShow: (documentId: string) => void
}

/**
 * Years as columns, oldest first like in the chart; below each amount its change from the year before. Where not all fit,
 * the newest are in view.
 */
export function FigureTable({ columns, all, rows, unit, onShow }: FigureTableProps) {
  const t = useTranslations('statements.figures')
  return (
    <div {...scrollable} ref={scrollToEnd} aria-label={t('title')} className="scroll-x">
      <table className="w-full">
        <caption className="sr-only">{t('title')}</caption>
        <thead>
          <tr className="border-b align-top">
            <th scope="col" className="sticky left-0 bg-card px-4 py-2 text-left text-sm font-normal text-muted">
              {t('figure')}
            </th>
            {columns.map((column) => (
              <FigureHead key={column.key} column={column} unit={unit} onShow={onShow} />
            ))}
          </tr>
        </thead>
        <tbody className="divide-y">
          {rows.map((row) => (
            <tr key={row}>
              <th
                scope="row"
                className="sticky left-0 max-w-44 bg-card px-4 py-2 text-left align-top font-normal sm:max-w-none sm:whitespace-nowrap"
              >
                {t(`rows.${row}`)}
              </th>
              {columns.map((column) => (
                <FigureCell key={column.key} row={row} column={column} all={all} unit={unit} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface FigureCellProps extends Pick<FigureTableProps, 'all' | 'unit'> {
  readonly row: FigureKey
  readonly column: FigureColumn
}

function FigureCell({ row, column, all, unit }: FigureCellProps) {
  const toText = useAmountText()
  const value = column.values[row]
  return (
    <td className="px-3 py-2 text-right align-top whitespace-nowrap tabular last:pr-4">
      <span className={classNames(value !== undefined && value < 0 && 'text-danger-ink')}>{toText(value, unit)}</span>
      <ChangeLine row={row} column={column} all={all} />
    </td>
  )
}

/** Renders nothing if there is no comparable previous year. */
function ChangeLine({ row, column, all }: Omit<FigureCellProps, 'unit'>) {
  const t = useTranslations('statements.figures')
  const toText = useChangeText()
  if (columnBefore(column, all) === undefined) return null
  const change = changeIn(row, column, all)
  return (
    <span className="block text-sm text-muted">
      <span className="sr-only">{t('change')} </span>
      {change === null && <span className="sr-only">{t('noChange')}</span>}
      <span aria-hidden={change === null}>{toText(change)}</span>
    </span>
  )
}

interface FigureHeadProps {
  readonly column: FigureColumn
  readonly unit: AmountUnit
  readonly onShow: (documentId: string) => void
}

function FigureHead({ column, unit, onShow }: FigureHeadProps) {
  const t = useTranslations('statements.figures')
  const toPeriod = usePeriodText()
  const toMonths = useMonthsText()
  const { year, months, start, end, filing } = column
  const currency = currencyWord(column.currency)
  const period = toPeriod(start, end)
  return (
    <th scope="col" className="px-3 py-2 text-right align-top font-normal whitespace-nowrap last:pr-4">
      <span className="block font-semibold">{year ?? t('noYear')}</span>
      <span className="block text-sm text-muted">{period ?? t('noPeriod')}</span>
      <span className="block text-sm text-muted">
        {[
          ...(months === undefined ? [] : [toMonths(months)]),
          unit === 'one' ? currency : t('thousandOf', { currency }),
        ].join(' · ')}
      </span>
      <TypeLine column={column} />
      {filing !== undefined && (
        <button
          type="button"
          onClick={() => onShow(filing.id)}
          aria-label={t('showNamed', { year: year ?? period ?? '' })}
          className="text-sm text-accent-ink underline underline-offset-2"
        >
          {t('show')}
        </button>
      )}
    </th>
  )
}

function TypeLine({ column: { filing, replaced } }: Pick<FigureHeadProps, 'column'>) {
  const t = useTranslations('statements.figures')
  if (filing === undefined) {
    return replaced.length > 0 && <span className="block text-sm text-muted">{t('oneOfSeveral')}</span>
  }
  const isKnown = knownKind(filing.kind_code, filing.kind) !== undefined
  const parts = [
    ...(isKnown || !filing.kind ? [] : [filing.kind]),
    t(filing.ifrs === true ? 'ifrs' : 'polish'),
    ...(filing.correction === true ? [t('correction')] : []),
  ]
  return parts.map((part) => (
    <span key={part} className="ml-auto block max-w-48 text-sm whitespace-normal text-muted">
      {part}
    </span>
  ))
}
