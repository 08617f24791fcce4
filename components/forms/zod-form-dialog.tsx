'use client'

import { type ComponentProps, type ComponentType, type ReactNode, useId, useState } from 'react'
import { type FieldValues, useFormState } from 'react-hook-form'
import { useTranslations } from 'use-intl'

import { Button } from '@/components/ui/button'
import { Dialog, type DialogProps } from '@/components/ui/overlay/dialog'

import { Form, SubmitButton } from './form'

interface ZodFormDialogProps<Input extends FieldValues, Output>
  extends
    Pick<DialogProps, 'title' | 'size'>,
    Partial<Pick<DialogProps, 'isOpen'>>,
    Pick<ComponentProps<typeof Form<Input, Output>>, 'form' | 'onSubmit' | 'refusals' | 'children'> {
  readonly submitLabel: string
  readonly onClose: () => void
  /** Why the whole was refused, between the fields and the buttons; left out where a toast says it. */
  readonly failure?: ComponentType<{ readonly error: Error }>
  /** A further button, left of the others. */
  readonly aside?: ReactNode
}

/** A form with a schema in a dialog: its fields, the way out and the way on. It stays while it is being sent. */
export function ZodFormDialog<Input extends FieldValues, Output>(props: ZodFormDialogProps<Input, Output>) {
  const { title, size, isOpen = true, form, submitLabel, onClose, failure: Failure, aside, ...parts } = props
  const common = useTranslations('common')
  const id = useId()
  const { isSubmitting } = useFormState({ control: form.control })
  const [refusal, setRefusal] = useState<Error>()
  return (
    <Dialog
      title={title}
      size={size}
      isOpen={isOpen}
      onOpenChange={(next) => !next && onClose()}
      isDismissable={!isSubmitting}
      footer={
        <>
          {aside}
          <Button onClick={onClose} aria-disabled={isSubmitting}>
            {common('cancel')}
          </Button>
          <SubmitButton form={form} formId={id}>
            {submitLabel}
          </SubmitButton>
        </>
      }
    >
      <Form
        {...parts}
        id={id}
        form={form}
        className="space-y-3.5"
        onRefused={setRefusal}
        failure={refusal && Failure && <Failure error={refusal} />}
      />
    </Dialog>
  )
}
