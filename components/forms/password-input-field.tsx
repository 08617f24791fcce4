'use client'

import type { FieldPath, FieldValues } from 'react-hook-form'

import type { FieldTexts } from '@/components/ui/inputs/field-shell'

import { Field } from './field'

interface PasswordInputFieldProps<Values extends FieldValues> extends Omit<FieldTexts, 'error'> {
  readonly name: FieldPath<Values>
  readonly autoComplete: 'current-password' | 'new-password'
}

/** Pasting is allowed, because password managers rely on it. */
export function PasswordInputField<Values extends FieldValues>(props: PasswordInputFieldProps<Values>) {
  const { autoComplete, ...texts } = props
  return (
    <Field<Values> {...texts}>
      {(binding) => <input type="password" {...binding} autoComplete={autoComplete} className="control" />}
    </Field>
  )
}
