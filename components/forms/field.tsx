'use client'

import type { ComponentProps, ReactNode } from 'react'
import { type ControllerRenderProps, type FieldPath, type FieldValues, useController } from 'react-hook-form'

import { type FieldIds, FieldShell, type FieldTexts } from '@/components/ui/inputs/field-shell'

type FieldBinding<Values extends FieldValues> = ControllerRenderProps<Values> & FieldIds['aria'] & { id: string }

interface FieldProps<Values extends FieldValues> extends Omit<FieldTexts, 'error'> {
  readonly name: FieldPath<Values>
  /** The control, which receives the binding as properties. It has the class `control` unless it sets another. */
  readonly children: (binding: FieldBinding<Values>) => ReactNode
}

/** A field of the surrounding form with label, hint, error and ids. */
export function Field<Values extends FieldValues>({ name, children, ...texts }: FieldProps<Values>) {
  const { field, fieldState } = useController<Values>({ name })
  return (
    <FieldShell {...texts} error={fieldState.error?.message}>
      {({ id, aria }) => children({ ...field, ...aria, id })}
    </FieldShell>
  )
}

interface TextInputFieldProps<Values extends FieldValues>
  extends
    Omit<FieldTexts, 'error'>,
    Pick<ComponentProps<'input'>, 'autoComplete' | 'autoFocus' | 'list' | 'maxLength'> {
  readonly name: FieldPath<Values>
}

/** The most common field: one line of text. */
export function TextInputField<Values extends FieldValues>(props: TextInputFieldProps<Values>) {
  const { name, label, hint, isOptional, isLabelHidden, ...input } = props
  return (
    <Field<Values> name={name} label={label} hint={hint} isOptional={isOptional} isLabelHidden={isLabelHidden}>
      {(binding) => <input type="text" {...input} {...binding} className="control" />}
    </Field>
  )
}
