'use client'

import { type ComponentProps, type ComponentType, useId, useState } from 'react'
import { type FieldValues, useFormState } from 'react-hook-form'

import { Form } from './form'
import { FormFrame, type FormFrameProps } from './form-dialog'

interface ZodFormDialogProps<Input extends FieldValues, Output>
  extends
    Omit<FormFrameProps, 'id' | 'isPending' | 'children'>,
    Pick<ComponentProps<typeof Form<Input, Output>>, 'form' | 'onSubmit' | 'refusals' | 'children'> {
  /** Why the whole form was refused, shown above the buttons; omitted if a toast shows it. */
  readonly failure?: ComponentType<{ readonly error: Error }>
}

/** A form with a schema in a dialog, which cannot be closed while it is being submitted. */
export function ZodFormDialog<Input extends FieldValues, Output>(props: ZodFormDialogProps<Input, Output>) {
  const { form, onSubmit, refusals, failure: Failure, children, ...frame } = props
  const id = useId()
  const { isSubmitting } = useFormState({ control: form.control })
  const [refusal, setRefusal] = useState<Error>()
  return (
    <FormFrame {...frame} id={id} isPending={isSubmitting}>
      <Form
        id={id}
        form={form}
        onSubmit={onSubmit}
        refusals={refusals}
        className="space-y-3.5"
        onRefused={setRefusal}
        failure={refusal && Failure && <Failure error={refusal} />}
      >
        {children}
      </Form>
    </FormFrame>
  )
}
