'use client'

import { useTranslations } from 'use-intl'

import { ColumnQuestion } from '@/components/shared/column-question'
import { Button } from '@/components/ui/button'
import { useCountValues } from '@/components/ui/use-count-values'
import { bodyRows } from '@/lib/client/read-table/columns'
import type { SourceTable } from '@/lib/client/read-table/source-table'

import { answerQuestion, type CheckColumns } from '../read/check-columns'

const SAMPLES = 3

interface CheckQuestionsProps {
  readonly table: SourceTable
  readonly columns: CheckColumns
  readonly onChange: (columns: CheckColumns) => void
}

/** What only a person knows of the columns; nothing is checked, and paid for, before it is said. */
export function CheckQuestions({ table, columns, onChange }: CheckQuestionsProps) {
  const t = useTranslations('white-list.columns')
  const counted = useCountValues()
  const { header, questions } = columns
  const names = header === undefined ? [] : (table.rows[header]?.cells ?? [])
  const body = bodyRows(table.rows, header)
  const candidateAt = (at: number) => {
    const cells = body.map((row) => row.cells[at] ?? '').filter((cell) => cell !== '')
    const name = names[at] ?? ''
    return {
      at,
      name: name === '' ? t('unnamed', { number: at + 1 }) : name,
      count: t('different', counted(new Set(cells).size)),
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
