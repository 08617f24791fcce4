'use client'

import { type ReactNode, useId } from 'react'

import { Banner } from '@/components/layout/banner'
import { Button } from '@/components/ui/button'
import { maskMistyped } from '@/lib/domain/identifiers/identifiers'

export interface ColumnCandidate {
  readonly at: number
  readonly name: string
  /** The formatted number of cells. */
  readonly count: string
  readonly texts: readonly string[]
}

interface ColumnQuestionProps {
  readonly question: string
  readonly candidates: readonly ColumnCandidate[]
  /** The label of a column's button, given the column name. */
  readonly choose: (name: string) => string
  readonly onChoose: (at: number) => void
  /** Answers other than a single column. */
  readonly others?: ReactNode
}

/** Asks the user to choose one of several columns of the same kind; each is shown with sample values. */
export function ColumnQuestion({ question, candidates, choose, onChoose, others }: ColumnQuestionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="grid gap-3">
      <Banner tone="warn">
        <span id={id}>{question}</span>
      </Banner>
      <ul className="grid grid-cols-1 gap-3 sm:grid-cols-2 md:grid-cols-3">
        {candidates.map(({ at, name, count, texts }) => (
          <li key={at} className="grid min-w-0 content-start gap-1.5 rounded-md border px-3 py-2.5">
            <p className="truncate font-medium">{maskMistyped(name)}</p>
            <p className="text-sm text-muted">{count}</p>
            <ul className="text-sm text-muted tabular">
              {texts.map((text, index) => (
                <li key={index} className="truncate">
                  {maskMistyped(text)}
                </li>
              ))}
            </ul>
            <Button size="sm" className="mt-1 justify-self-start" onClick={() => onChoose(at)}>
              {choose(maskMistyped(name))}
            </Button>
          </li>
        ))}
      </ul>
      {others}
    </section>
  )
}
