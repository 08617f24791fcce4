'use client'

import { type FieldPath, type FieldValues, useController } from 'react-hook-form'

import type { DayFieldProps } from '@/components/ui/inputs/day-field'
import { DayFieldLazy } from '@/components/ui/inputs/day-field-lazy'

interface DayInputFieldProps<Values extends FieldValues> extends Omit<DayFieldProps, 'error' | 'value' | 'onChange'> {
  readonly name: FieldPath<Values>
  readonly onChanged?: () => void
}

/** A day of the surrounding form, as `YYYY-MM-DD`. */
export function DayInputField<Values extends FieldValues>({ name, onChanged, ...props }: DayInputFieldProps<Values>) {
  const { field, fieldState } = useController<Values>({ name })
  return (
    <DayFieldLazy
      {...props}
      value={field.value}
      error={fieldState.error?.message}
      onChange={(day) => {
        field.onChange(day)
        onChanged?.()
      }}
    />
  )
}
