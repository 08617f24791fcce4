'use client'

import { type ReactNode, useState } from 'react'

import type { ConfirmDialogProps } from './confirm-dialog'
import { ConfirmDialogLazy } from './confirm-dialog-lazy'

interface Question extends Pick<ConfirmDialogProps, 'title' | 'confirmLabel' | 'tone'> {
  readonly text: ReactNode
}

interface SubjectDialogProps<S> extends Pick<ConfirmDialogProps, 'isPending'> {
  /** Undefined while the dialog is closed. */
  readonly subject: S | undefined
  readonly question: (subject: S) => Question
  readonly onConfirm: (subject: S) => void
  readonly onClose: () => void
}

/** Confirms an action on one of several objects. The last object stays visible while the dialog fades out. */
export function SubjectDialog<S>({ subject, question, onConfirm, onClose, isPending }: SubjectDialogProps<S>) {
  const [shown, setShown] = useState(subject)
  if (subject !== undefined && subject !== shown) setShown(subject)
  if (shown === undefined) return null
  const { text, tone = 'danger', ...words } = question(shown)
  return (
    <ConfirmDialogLazy
      {...words}
      tone={tone}
      isOpen={subject !== undefined}
      onClose={onClose}
      onConfirm={() => subject !== undefined && onConfirm(subject)}
      isPending={isPending}
    >
      {text}
    </ConfirmDialogLazy>
  )
}
