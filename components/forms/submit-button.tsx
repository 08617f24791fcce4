'use client'

import type { ReactNode } from 'react'
import { type FieldValues, type UseFormReturn, useFormState } from 'react-hook-form'

import { Button } from '@/components/ui/button'

interface SubmitButtonProps<Input extends FieldValues, Output> {
  readonly children: ReactNode
  readonly form: UseFormReturn<Input, unknown, Output>
  /** The id of the form, for a button outside of it. */
  readonly formId?: string
}

/** Waits while the form is being sent, without losing the focus. */
export function SubmitButton<Input extends FieldValues, Output>(props: SubmitButtonProps<Input, Output>) {
  const { children, form, formId } = props
  const { isSubmitting } = useFormState({ control: form.control })
  return (
    <Button type="submit" form={formId} variant="primary" isPending={isSubmitting}>
      {children}
    </Button>
  )
}
