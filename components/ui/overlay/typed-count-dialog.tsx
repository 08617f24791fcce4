'use client'

import { useState } from 'react'
import { useTranslations } from 'use-intl'

import { TextField } from '../inputs/text-field'
import { useCountValues } from '../use-count-values'
import { ConfirmDialog, type ConfirmDialogProps } from './confirm-dialog'
import { isTypedCount, needsTypedCount } from './typed-count'

export interface TypedCountDialogProps extends ConfirmDialogProps {
  readonly isOpen: boolean
  /** The number of affected rows; above 500 the user must type it. */
  readonly count: number
}

/**
 * A `ConfirmDialog` that makes the user type the number of rows if they are many. Mount a new one for each question.
 */
export function TypedCountDialog({ count, children, onConfirm, ...props }: TypedCountDialogProps) {
  const [text, setText] = useState('')
  const [isMissed, setIsMissed] = useState(false)
  const isCountRequired = needsTypedCount(count)
  const confirm = () => {
    if (isCountRequired && !isTypedCount(text, count)) setIsMissed(true)
    else onConfirm()
  }
  return (
    <ConfirmDialog {...props} onConfirm={confirm}>
      {isCountRequired ? (
        <form
          className="grid gap-4"
          onSubmit={(event) => {
            event.preventDefault()
            confirm()
          }}
        >
          <div>{children}</div>
          <TypedCountField count={count} text={text} onChange={setText} isMissed={isMissed} />
        </form>
      ) : (
        children
      )}
    </ConfirmDialog>
  )
}

interface TypedCountFieldProps {
  /** The number that the user has to type. */
  readonly count: number
  readonly text: string
  readonly onChange: (text: string) => void
  /** True after the confirm button was pressed before the number was correct. */
  readonly isMissed: boolean
}

/** Makes the user type a count before an action on many rows. */
export function TypedCountField({ count, text, onChange, isMissed }: TypedCountFieldProps) {
  const t = useTranslations('common.typedCount')
  const countValues = useCountValues()
  const isWrong = isMissed && !isTypedCount(text, count)
  return (
    <TextField
      label={t('label', countValues(count))}
      error={isWrong ? t('mismatch', countValues(count)) : undefined}
      value={text}
      inputMode="numeric"
      autoComplete="off"
      className="max-w-40 tabular"
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
