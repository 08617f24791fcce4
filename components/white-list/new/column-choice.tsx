'use client'

import { useLocale, useTranslations } from 'use-intl'

import { Select } from '@/components/ui/inputs/select'
import { useCountValues } from '@/components/ui/use-count-values'
import { bodyRows, countColumns } from '@/lib/client/read-table/columns'
import { HEADER_ROWS } from '@/lib/client/read-table/header-row'
import type { SheetRow } from '@/lib/client/read-table/source-table'
import { formatDate } from '@/lib/domain/format/format'
import { maskMistyped } from '@/lib/domain/identifiers/identifiers'

import { type CheckColumns, checkRoles, isCheckRole } from '../read/check-columns'
import { dayText } from '../read/day-text'

const SAMPLES = 3
/** A wider list shows only its used columns; the others can be expanded. */
const MAX_SHOWN = 6

interface ColumnChoiceProps {
  readonly rows: readonly SheetRow[]
  readonly columns: CheckColumns
  readonly onChange: (columns: CheckColumns) => void
}

export function ColumnChoice({ rows, columns, onChange }: ColumnChoiceProps) {
  const t = useTranslations('white-list.columns')
  const countValues = useCountValues()
  const { header, roles } = columns
  const width = countColumns(rows)
  if (width < 2 && header === undefined) return null
  const all = Array.from({ length: width }, (_, at) => at)
  const shown = width > MAX_SHOWN ? all.filter((at) => roles[at] !== 'ignore') : all
  const others = all.filter((at) => !shown.includes(at))
  const fields = (list: readonly number[]) => (
    <ul className="grid grid-cols-1 gap-x-4 gap-y-3 sm:grid-cols-2 md:grid-cols-3">
      {list.map((at) => (
        <ColumnField key={at} at={at} rows={rows} columns={columns} onChange={onChange} />
      ))}
    </ul>
  )
  const heads = rows.slice(0, HEADER_ROWS).map(({ line, cells }, index) => {
    // Masked cell by cell, because digits of two adjacent cells are not one personal number.
    const text = cells
      .filter((cell) => cell !== '')
      .map(maskMistyped)
      .join(' · ')
      .slice(0, 60)
    // The header of a known format without one is not a row of the list.
    return { value: `${index}`, label: line === 0 ? text : t('headerAt', { line, text }) }
  })
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1 font-medium">{t('title')}</legend>
      <div className="max-w-md">
        <Select
          label={t('header')}
          value={header === undefined ? '' : `${header}`}
          options={[{ value: '', label: t('noHeader') }, ...heads]}
          onChange={({ target: { value } }) =>
            onChange({ ...columns, header: value === '' ? undefined : Number(value) })
          }
        />
      </div>
      {header !== undefined && header > 0 && <p className="text-sm text-muted">{t('above', countValues(header))}</p>}
      {fields(shown)}
      {others.length > 0 && (
        <details>
          <summary className="cursor-pointer text-muted">{t('others', { count: others.length })}</summary>
          <div className="mt-3">{fields(others)}</div>
        </details>
      )}
    </fieldset>
  )
}

function ColumnField({ at, rows, columns, onChange }: ColumnChoiceProps & { readonly at: number }) {
  const t = useTranslations('white-list.columns')
  const locale = useLocale()
  const { header, roles } = columns
  const headerText = header === undefined ? '' : (rows[header]?.cells[at] ?? '')
  const samples = bodyRows(rows, header)
    .map(({ cells }) => cells[at] ?? '')
    .filter((cell) => cell !== '')
    .slice(0, SAMPLES)
  /** A role belongs to one column, so choosing it removes it from another. */
  const choose = (value: string) => {
    if (!isCheckRole(value)) return
    const paddedRoles =
      roles.length > at ? roles : Array.from({ length: at + 1 }, (_, index) => roles[index] ?? 'ignore')
    onChange({
      ...columns,
      questions: columns.questions.filter((question) => question.role !== value),
      accountReason: value === 'account' ? undefined : columns.accountReason,
      roles: paddedRoles.map((role, index) =>
        index === at ? value : role === value && value !== 'ignore' ? 'ignore' : role,
      ),
    })
  }
  return (
    <li className="grid min-w-0 content-start gap-1.5">
      <Select
        label={
          <span className="truncate">
            {headerText === '' ? t('unnamed', { number: at + 1 }) : maskMistyped(headerText)}
          </span>
        }
        value={roles[at] ?? 'ignore'}
        options={checkRoles.map((value) => ({ value, label: t(`roles.${value}`) }))}
        onChange={(event) => choose(event.target.value)}
      />
      <ul className="text-sm text-muted tabular">
        {samples.map((sample, index) => (
          <li key={index} className="truncate">
            {roles[at] === 'day' ? dayText(sample, (day) => formatDate(day, locale)) : maskMistyped(sample)}
          </li>
        ))}
      </ul>
    </li>
  )
}
