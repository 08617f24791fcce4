'use client'

import { type FieldPath, type FieldValues, useController } from 'react-hook-form'

import type { FieldTexts } from '@/components/ui/inputs/field-shell'
import { RadioGroup, type RadioOption } from '@/components/ui/inputs/radio-group'
import { Select, type SelectOption } from '@/components/ui/inputs/select'

interface SelectFieldProps<Values extends FieldValues> extends Omit<FieldTexts, 'error'> {
  readonly name: FieldPath<Values>
  readonly options: readonly SelectOption[]
}

export function SelectField<Values extends FieldValues>({ name, ...props }: SelectFieldProps<Values>) {
  const { field, fieldState } = useController<Values>({ name })
  return <Select {...props} {...field} error={fieldState.error?.message} />
}

interface RadioFieldProps<Values extends FieldValues> {
  readonly name: FieldPath<Values>
  readonly label: string
  readonly options: readonly RadioOption<string>[]
}

export function RadioField<Values extends FieldValues>({ name, ...props }: RadioFieldProps<Values>) {
  const { field } = useController<Values>({ name })
  return <RadioGroup {...props} value={field.value} onChange={field.onChange} />
}
