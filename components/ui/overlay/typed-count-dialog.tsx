'use client'

import { useState } from 'react'
import { useTranslations } from 'use-intl'

import { TextField } from '../inputs/text-field'
import { useCountValues } from '../use-count-values'
import { ConfirmDialog, type ConfirmDialogProps } from './confirm-dialog'
import { isTypedCount, needsTypedCount } from './typed-count'

export interface TypedCountDialogProps extends ConfirmDialogProps {
  readonly isOpen: boolean
  /** How many rows it is about; above 500 the number is asked for. */
  readonly count: number
}

/** A `ConfirmDialog` that has the number of rows typed back when they are many. Mount it anew for each question. */
export function TypedCountDialog({ count, children, onConfirm, ...props }: TypedCountDialogProps) {
  const [text, setText] = useState('')
  const [isMissed, setIsMissed] = useState(false)
  const isAsked = needsTypedCount(count)
  const confirm = () => {
    if (isAsked && !isTypedCount(text, count)) setIsMissed(true)
    else onConfirm()
  }
  return (
    <ConfirmDialog {...props} onConfirm={confirm}>
      {isAsked ? (
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
  /** The number that is to be typed back. */
  readonly count: number
  readonly text: string
  readonly onChange: (text: string) => void
  /** After a press on the button that was not allowed yet. */
  readonly isMissed: boolean
}

/** Asks for a count typed back, before something is done to many rows at once. */
export function TypedCountField({ count, text, onChange, isMissed }: TypedCountFieldProps) {
  const t = useTranslations('common.typedCount')
  const counted = useCountValues()
  const isWrong = isMissed && !isTypedCount(text, count)
  return (
    <TextField
      label={t('label', counted(count))}
      error={isWrong ? t('mismatch', counted(count)) : undefined}
      value={text}
      inputMode="numeric"
      autoComplete="off"
      className="max-w-40 tabular"
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
