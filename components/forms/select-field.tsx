'use client'

import { type FieldPath, type FieldValues, useController } from 'react-hook-form'

import type { FieldTexts } from '@/components/ui/inputs/field-shell'
import { Select, type SelectOption } from '@/components/ui/inputs/select'

interface SelectFieldProps<Values extends FieldValues> extends Omit<FieldTexts, 'error'> {
  readonly name: FieldPath<Values>
  readonly options: readonly SelectOption[]
}

export function SelectField<Values extends FieldValues>({ name, ...props }: SelectFieldProps<Values>) {
  const { field, fieldState } = useController<Values>({ name })
  return <Select {...props} {...field} error={fieldState.error?.message} />
}
