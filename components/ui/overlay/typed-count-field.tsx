'use client'

import { useTranslations } from 'use-intl'

import { TextField } from '../inputs/text-field'
import { useCountValues } from '../use-count-values'
import { isTypedCount } from './typed-count'

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
