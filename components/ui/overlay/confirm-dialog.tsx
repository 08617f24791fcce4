'use client'

import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'

import { Button } from '../button'
import { Dialog, type DialogProps } from './dialog'

export interface ConfirmDialogProps extends Pick<DialogProps, 'title' | 'isOpen' | 'onClose'> {
  readonly children: ReactNode
  /** The verb with its count, e.g. "Usuń 3 monitory"; never just "OK". */
  readonly confirmLabel: string
  readonly tone?: 'primary' | 'danger' | undefined
  /** The dialog stays open; the caller closes it after the action. */
  readonly onConfirm: () => void
  readonly isPending?: boolean | undefined
}

/**
 * Confirms an action that cannot be undone. The focus starts on "cancel". Loads React Aria: see
 * `confirm-dialog-lazy.tsx`.
 */
export function ConfirmDialog({ children, confirmLabel, tone = 'primary', onConfirm, ...props }: ConfirmDialogProps) {
  const t = useTranslations('common')
  const { isPending, ...dialog } = props
  return (
    <Dialog
      {...dialog}
      role="alertdialog"
      isDismissable={isPending !== true}
      footer={
        <>
          <Button autoFocus onClick={() => dialog.onClose()} aria-disabled={isPending}>
            {t('cancel')}
          </Button>
          <Button variant={tone} onClick={onConfirm} isPending={isPending}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  )
}
