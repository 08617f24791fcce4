'use client'

import { type ReactNode, useId } from 'react'
import { useTranslations } from 'use-intl'

import { Button } from '@/components/ui/button'
import { Dialog, type DialogProps } from '@/components/ui/overlay/dialog'

export interface FormFrameProps extends Pick<DialogProps, 'title' | 'size' | 'isOpen' | 'onClose' | 'children'> {
  readonly id: string
  readonly submitLabel: string
  /** While true, the dialog cannot be closed or submitted again. */
  readonly isPending: boolean
  readonly aside?: ReactNode
}

export function FormFrame({ id, submitLabel, isPending, aside, ...dialog }: FormFrameProps) {
  const common = useTranslations('common')
  return (
    <Dialog
      {...dialog}
      isDismissable={!isPending}
      footer={
        <>
          {aside}
          <Button onClick={dialog.onClose} aria-disabled={isPending}>
            {common('cancel')}
          </Button>
          <Button type="submit" form={id} variant="primary" isPending={isPending}>
            {submitLabel}
          </Button>
        </>
      }
    />
  )
}

interface FormDialogProps extends Omit<FormFrameProps, 'id' | 'isOpen'> {
  readonly onSubmit: () => void
}

/** The fields of a form in a dialog; Enter in a field submits it. */
export function FormDialog({ onSubmit, children, ...frame }: FormDialogProps) {
  const id = useId()
  return (
    <FormFrame size="md" {...frame} id={id}>
      <form
        id={id}
        noValidate
        className="space-y-5"
        onSubmit={(event) => {
          event.preventDefault()
          if (!frame.isPending) onSubmit()
        }}
      >
        {children}
      </form>
    </FormFrame>
  )
}
