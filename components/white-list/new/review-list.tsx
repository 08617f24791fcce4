'use client'

import { useMemo, useState } from 'react'
import { useTranslations, useLocale } from 'use-intl'

import { Banner } from '@/components/layout/banner'
import { ColumnQuestion } from '@/components/shared/column-question'
import { Button } from '@/components/ui/button'
import { useClock } from '@/components/ui/clock'
import { SegmentedControl } from '@/components/ui/inputs/segmented-control'
import { useCountValues } from '@/components/ui/use-count-values'
import { bodyRows } from '@/lib/client/read-table/columns'
import type { SheetRow, SourceTable } from '@/lib/client/read-table/source-table'
import { warsawDay } from '@/lib/domain/calendar'
import { formatDate } from '@/lib/domain/format/format'
import { maskMistyped } from '@/lib/domain/identifiers/identifiers'

import { type CheckColumns, guessCheckColumns, type CheckRole, answerQuestion } from '../read/check-columns'
import { countOrders, withDays } from '../read/day-column'
import { type JudgedList, judgeList, MAX_CHECK_ROWS } from '../read/judge-list'
import type { DayOrder } from '../read/read-typed-day'
import { BadRows } from './bad-rows'
import { ColumnChoice } from './column-choice'
import { StartCheck } from './start-check'

const SAMPLES = 3

interface CheckQuestionsProps {
  readonly table: SourceTable
  readonly columns: CheckColumns
  readonly onChange: (columns: CheckColumns) => void
}

/** Questions about columns that only the user can answer; the check cannot start before. */
function CheckQuestions({ table, columns, onChange }: CheckQuestionsProps) {
  const t = useTranslations('white-list.columns')
  const countValues = useCountValues()
  const { header, questions } = columns
  const names = header === undefined ? [] : (table.rows[header]?.cells ?? [])
  const body = bodyRows(table.rows, header)
  const candidateAt = (at: number) => {
    const cells = body.map((row) => row.cells[at] ?? '').filter((cell) => cell !== '')
    const name = names[at] ?? ''
    return {
      at,
      name: name === '' ? t('unnamed', { number: at + 1 }) : name,
      count: t('different', countValues(new Set(cells).size)),
      texts: cells.slice(0, SAMPLES),
    }
  }
  return questions.map((question) => (
    <ColumnQuestion
      key={question.role}
      question={t(`questions.${question.role}.${question.columns.length > 1 ? 'several' : 'one'}`)}
      candidates={question.columns.map(candidateAt)}
      choose={(name) => t('use', { name })}
      onChoose={(at) => onChange(answerQuestion(columns, question, at))}
      others={
        question.role !== 'nip' && (
          <Button
            size="sm"
            className="justify-self-start"
            onClick={() => onChange(answerQuestion(columns, question, undefined))}
          >
            {t(`useNone.${question.role}`)}
          </Button>
        )
      }
    />
  ))
}

interface ReviewListProps {
  readonly table: SourceTable
  /** The file name; empty for a pasted list. */
  readonly name: string
}

export function ReviewList({ table, name }: ReviewListProps) {
  const t = useTranslations('white-list.new')
  const countValues = useCountValues()
  const today = warsawDay(new Date(useClock()))
  const [columns, setColumns] = useState<CheckColumns>(() => guessCheckColumns(table.rows))
  const [order, setOrder] = useState<DayOrder>('dmy')
  const rows = useMemo(() => withDays(table, columns, order), [table, columns, order])
  const judgedList = useMemo(() => judgeList(rows, columns, today), [rows, columns, today])
  // Empty, invalid and repeated rows are not sent, so a total at the end of a printed list does not count.
  const count = judgedList.good.length + table.rest.length
  return (
    <div className="grid gap-4 border-t px-4 py-3.5">
      <CheckQuestions table={table} columns={columns} onChange={setColumns} />
      <ColumnChoice rows={rows} columns={columns} onChange={setColumns} />
      <DayOrderChoice rows={table.rows} columns={columns} order={order} onChange={setOrder} />
      {columns.questions.length > 0 ? null : count > MAX_CHECK_ROWS ? (
        <Banner tone="danger">{t('tooMany', { ...countValues(count), max: countValues(MAX_CHECK_ROWS).count })}</Banner>
      ) : (
        <>
          <OrderDay table={table} columns={columns} judgedList={judgedList} today={today} />
          <Summary judgedList={judgedList} />
          <BadRows judgedList={judgedList} />
          {judgedList.good.length > 0 && (
            <StartCheck key={JSON.stringify([columns, order])} judgedList={judgedList} name={name} />
          )}
        </>
      )}
    </div>
  )
}

function Summary({
  judgedList: { count, good, bad, repeated, numbers, withAccount, otherDays, validNips },
}: {
  readonly judgedList: JudgedList
}) {
  const t = useTranslations('white-list.new')
  const countValues = useCountValues()
  const facts = [
    t('rows', countValues(count)),
    t('good', countValues(good.length)),
    ...(bad.length > 0 ? [t('bad', countValues(bad.length))] : []),
    ...(repeated.length > 0 ? [t('repeated', countValues(repeated.length))] : []),
    ...(withAccount > 0 ? [t('withAccount', countValues(withAccount))] : []),
  ]
  return (
    <div className="grid gap-2">
      <p role="status" className="font-medium">
        {facts.join(' · ')}
      </p>
      {numbers < good.length && <p className="text-sm text-muted">{t('numbersOnce', countValues(numbers))}</p>}
      {otherDays > 0 && <Banner tone="warn">{t('otherDays', countValues(otherDays))}</Banner>}
      {withAccount > 0 && <p className="text-sm text-muted">{t('limit15000')}</p>}
      {good.length === 0 && <Banner tone="warn">{t(validNips === 0 ? 'nothing' : 'nothingElse')}</Banner>}
    </div>
  )
}

interface DayOrderChoiceProps {
  /** The rows as in the list. */
  readonly rows: readonly SheetRow[]
  readonly columns: CheckColumns
  readonly order: DayOrder
  readonly onChange: (order: DayOrder) => void
}

/** Asks for the order of day and month if some dates are valid only with the month first. */
function DayOrderChoice({ rows, columns, order, onChange }: DayOrderChoiceProps) {
  const t = useTranslations('white-list.columns.dayOrder')
  const countValues = useCountValues()
  const { american, polish } = useMemo(() => countOrders(rows, columns), [rows, columns])
  if (american === 0) return null
  return (
    <Banner
      tone="warn"
      action={
        <SegmentedControl
          label={t('label')}
          segments={(['dmy', 'mdy'] as const).map((value) => ({ value, label: t(value) }))}
          value={order}
          onChange={onChange}
        />
      }
    >
      {t('american', countValues(american))}
      {polish > 0 && ` ${t('mixed')}`}
    </Banner>
  )
}

interface OrderDayProps {
  readonly table: SourceTable
  readonly columns: CheckColumns
  readonly judgedList: JudgedList
  readonly today: string
}

/** How the date of the transfer was determined, and why one of several account columns was chosen. */
function OrderDay({ table, columns: { header, roles, accountReason }, judgedList: { days }, today }: OrderDayProps) {
  const t = useTranslations('white-list.columns')
  const locale = useLocale()
  const countValues = useCountValues()
  const nameOf = (role: CheckRole) => {
    const at = roles.indexOf(role)
    const name = header === undefined ? '' : (table.rows[header]?.cells[at] ?? '')
    return name === '' ? t('unnamed', { number: at + 1 }) : maskMistyped(name)
  }
  const day = (text: string) => formatDate(text, locale)
  const dayTexts = days && {
    name: roles.length === 1 ? t('itself') : nameOf('day'),
    first: day(days.first),
    last: day(days.last),
    ...countValues(days.rows),
  }
  return (
    <div className="grid gap-1 text-sm text-muted">
      <p>
        {dayTexts === undefined
          ? t('dayToday', { day: day(today) })
          : t(days?.first === days?.last ? 'dayOne' : 'dayRange', dayTexts)}
      </p>
      {accountReason !== undefined && <p>{t(`accountReason.${accountReason}`, { name: nameOf('account') })}</p>}
    </div>
  )
}
