'use client'

import { type ReactNode, useRef } from 'react'
import { type FieldValues, FormProvider, type UseFormReturn, useFormState } from 'react-hook-form'

import { Button } from '@/components/ui/button'

import { applyServerErrors } from './apply-server-errors'

interface FormProps<Input extends FieldValues, Output> {
  readonly form: UseFormReturn<Input, unknown, Output>
  /** What it throws is shown: a 422 at its fields, everything else as `failure`. */
  readonly onSubmit: (values: Output) => Promise<unknown>
  readonly onRefused: (error: Error) => void
  /** What a refused field says, by the type of the service's detail; otherwise the service's own words. */
  readonly refusals?: Readonly<Record<string, string>> | undefined
  /** Why the whole was refused; between the fields and the buttons, until something is changed. */
  readonly failure: ReactNode
  readonly children: ReactNode
  /** The buttons, where they are inside the form. */
  readonly actions?: ReactNode
  /** For buttons outside of it. */
  readonly id?: string
  readonly className?: string
}

export function Form<Input extends FieldValues, Output>(props: FormProps<Input, Output>) {
  const { form, onSubmit, onRefused, refusals, failure, children, actions, id, className = 'space-y-4' } = props
  const isBusy = useRef(false)
  const send = form.handleSubmit(async (values) => {
    try {
      await onSubmit(values)
    } catch (error) {
      onRefused(error instanceof Error ? error : new Error(String(error)))
      applyServerErrors(form, error, refusals)
    }
  })
  const submit = async () => {
    // A second press can come before the button has been drawn as busy: nothing is sent twice.
    if (isBusy.current) return
    isBusy.current = true
    await send().finally(() => {
      isBusy.current = false
    })
  }
  return (
    <FormProvider {...form}>
      <form
        id={id}
        noValidate
        className={className}
        onChange={() => form.clearErrors('root')}
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        {children}
        <FormError>{failure}</FormError>
        {actions}
      </form>
    </FormProvider>
  )
}

/** Its content while the form has an error that belongs to no single field. */
function FormError({ children }: { readonly children: ReactNode }) {
  const { errors } = useFormState()
  return errors.root?.['server'] === undefined ? null : children
}

interface SubmitButtonProps<Input extends FieldValues, Output> {
  readonly children: ReactNode
  readonly form: UseFormReturn<Input, unknown, Output>
}

/** Waits while the form is being sent, without losing the focus. */
export function SubmitButton<Input extends FieldValues, Output>({ children, form }: SubmitButtonProps<Input, Output>) {
  const { isSubmitting } = useFormState({ control: form.control })
  return (
    <Button type="submit" variant="primary" isPending={isSubmitting}>
      {children}
    </Button>
  )
}
