'use client'

import { type ReactNode, useRef } from 'react'
import { type FieldValues, FormProvider, type UseFormReturn, useFormState } from 'react-hook-form'

import { Button } from '@/components/ui/button'

import { applyServerErrors } from './apply-server-errors'

interface FormProps<Input extends FieldValues, Output> {
  readonly form: UseFormReturn<Input, unknown, Output>
  /** Errors are shown: those of a 422 at their fields, all others as `failure`. */
  readonly onSubmit: (values: Output) => Promise<unknown>
  readonly onRefused: (error: Error) => void
  /** Texts for refused fields by the type of the service's detail; without one, the service's own message is shown. */
  readonly refusals?: Readonly<Record<string, string>> | undefined
  /** Why the whole form was refused; shown above the buttons until an input changes. */
  readonly failure: ReactNode
  readonly children: ReactNode
  readonly actions?: ReactNode
  /** Associates buttons outside the form. */
  readonly id?: string
  readonly className?: string
}

export function Form<Input extends FieldValues, Output>(props: FormProps<Input, Output>) {
  const { form, onSubmit, onRefused, refusals, failure, children, actions, id, className = 'space-y-4' } = props
  const isBusy = useRef(false)
  const submitValues = form.handleSubmit(async (values) => {
    try {
      await onSubmit(values)
    } catch (error) {
      onRefused(error instanceof Error ? error : new Error(String(error)))
      applyServerErrors(form, error, refusals)
    }
  })
  const submit = async () => {
    // A second press may come before the button is rendered as busy, but nothing is sent twice.
    if (isBusy.current) return
    isBusy.current = true
    await submitValues().finally(() => {
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

function FormError({ children }: { readonly children: ReactNode }) {
  const { errors } = useFormState()
  return errors.root?.['server'] === undefined ? null : children
}

interface SubmitButtonProps<Input extends FieldValues, Output> {
  readonly children: ReactNode
  readonly form: UseFormReturn<Input, unknown, Output>
}

/** Shows that the form is being submitted, without losing the focus. */
export function SubmitButton<Input extends FieldValues, Output>({ children, form }: SubmitButtonProps<Input, Output>) {
  const { isSubmitting } = useFormState({ control: form.control })
  return (
    <Button type="submit" variant="primary" isPending={isSubmitting}>
      {children}
    </Button>
  )
}
