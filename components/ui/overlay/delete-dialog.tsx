'use client'

import { useState } from 'react'

import { isApiError } from '@/lib/domain/api-error'

import { Button, type ButtonProps } from '../button'
import type { ConfirmDialogProps } from './confirm-dialog'
import { ConfirmDialogLazy } from './confirm-dialog-lazy'
import { toast } from './toast'

interface DeleteDialogProps extends Pick<ConfirmDialogProps, 'title' | 'children' | 'confirmLabel'> {
  readonly button: ButtonProps
  /** Rejects if the deletion failed. */
  readonly onDelete: () => Promise<unknown>
  /** Called after the deletion, to update the page and to move the focus. */
  readonly onDone?: () => unknown
  readonly successText: string
  readonly failed: (error: unknown) => string
}

/** A 404 means that another user has already deleted it, which counts as success. */
const isNotFound = (error: unknown): boolean => isApiError(error) && error.status === 404

export function DeleteDialog({ button, onDelete, onDone, successText, failed, ...dialog }: DeleteDialogProps) {
  const [isConfirming, setIsConfirming] = useState(false)
  const [isPending, setIsPending] = useState(false)
  const remove = async () => {
    setIsPending(true)
    try {
      await onDelete()
    } catch (error) {
      if (!isNotFound(error)) {
        toast.error(failed(error))
        return
      }
    } finally {
      setIsPending(false)
    }
    setIsConfirming(false)
    toast.success(successText)
    await onDone?.()
  }
  return (
    <>
      <Button {...button} onClick={() => setIsConfirming(true)} />
      <ConfirmDialogLazy
        {...dialog}
        isOpen={isConfirming}
        onClose={() => setIsConfirming(false)}
        tone="danger"
        onConfirm={() => void remove()}
        isPending={isPending}
      />
    </>
  )
}
