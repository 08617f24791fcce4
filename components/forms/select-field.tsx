'use client'

import { useId } from 'react'
import { type FieldPath, type FieldValues, useController } from 'react-hook-form'

import { Checkbox } from '@/components/ui/inputs/checkbox'
import type { FieldTexts } from '@/components/ui/inputs/field-shell'
import { RadioGroup, type RadioOption } from '@/components/ui/inputs/radio-group'
import { Select, type SelectOption } from '@/components/ui/inputs/select'

interface SelectFieldProps<Values extends FieldValues> extends Omit<FieldTexts, 'error'> {
  readonly name: FieldPath<Values>
  readonly options: readonly SelectOption[]
  /** Set if the form's value is a number. */
  readonly isNumber?: true
}

export function SelectField<Values extends FieldValues>({ name, isNumber, ...props }: SelectFieldProps<Values>) {
  const { field, fieldState } = useController<Values>({ name })
  return (
    <Select
      {...props}
      {...field}
      value={String(field.value)}
      onChange={({ target: { value } }) => field.onChange(isNumber ? Number(value) : value)}
      error={fieldState.error?.message}
    />
  )
}

interface RadioFieldProps<Values extends FieldValues> {
  readonly name: FieldPath<Values>
  readonly label: string
  readonly options: readonly RadioOption<string>[]
}

export function RadioField<Values extends FieldValues>({ name, ...props }: RadioFieldProps<Values>) {
  const { field, fieldState } = useController<Values>({ name })
  return <RadioGroup {...props} value={field.value} onChange={field.onChange} error={fieldState.error?.message} />
}

interface CheckFieldProps<Values extends FieldValues> {
  readonly name: FieldPath<Values>
  readonly label: string
  readonly hint?: string
}

export function CheckField<Values extends FieldValues>({ name, label, hint }: CheckFieldProps<Values>) {
  const { field } = useController<Values>({ name })
  const hintId = useId()
  const { value, ...input } = field
  return (
    <div>
      <Checkbox {...input} checked={value} aria-describedby={hint === undefined ? undefined : hintId}>
        {label}
      </Checkbox>
      {hint !== undefined && (
        <p id={hintId} className="ml-6 text-sm text-muted">
          {hint}
        </p>
      )}
    </div>
  )
}
