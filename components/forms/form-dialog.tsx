'use client'

import { type FormEvent, useId } from 'react'
import { useTranslations } from 'use-intl'

import { Button } from '@/components/ui/button'
import { Dialog, type DialogProps } from '@/components/ui/overlay/dialog'

interface FormDialogProps extends Pick<DialogProps, 'title' | 'size' | 'children'> {
  readonly submitLabel: string
  /** While it is true the dialog cannot be closed or sent again. */
  readonly isPending: boolean
  readonly onSubmit: () => void
  readonly onClose: () => void
}

/** A form in a dialog: its fields, and below them the way out and the way on. Enter in a field sends it. */
export function FormDialog(props: FormDialogProps) {
  const { title, size = 'md', submitLabel, isPending, onSubmit, onClose, children } = props
  const common = useTranslations('common')
  const id = useId()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isPending) onSubmit()
  }
  return (
    <Dialog
      title={title}
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      isDismissable={!isPending}
      size={size}
      footer={
        <>
          <Button onClick={onClose} aria-disabled={isPending}>
            {common('cancel')}
          </Button>
          <Button type="submit" form={id} variant="primary" isPending={isPending}>
            {submitLabel}
          </Button>
        </>
      }
    >
      <form id={id} noValidate onSubmit={submit} className="space-y-5">
        {children}
      </form>
    </Dialog>
  )
}
