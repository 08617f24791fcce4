'use client'

import { useState } from 'react'

import { isApiError } from '@/lib/domain/api-error'

import { Button, type ButtonProps } from '../button'
import type { ConfirmDialogProps } from './confirm-dialog'
import { ConfirmDialogLazy } from './confirm-dialog-lazy'
import { toast } from './toast'

interface DeleteDialogProps extends Pick<ConfirmDialogProps, 'title' | 'children' | 'confirmLabel'> {
  /** The button that opens it. */
  readonly button: ButtonProps
  /** Rejects with why it is still there. */
  readonly onDelete: () => Promise<unknown>
  /** It is gone: what shows it follows, and the focus finds another place. */
  readonly onDone?: () => unknown
  /** Said once it is gone. */
  readonly done: string
  readonly failed: (error: unknown) => string
}

/** Somebody else was faster: it is gone, which is what was asked for. */
const isGone = (error: unknown): boolean => isApiError(error) && error.status === 404

/** Asks before one thing is deleted for good, and stays open where that failed. */
export function DeleteDialog({ button, onDelete, onDone, done, failed, ...dialog }: DeleteDialogProps) {
  const [isAsking, setIsAsking] = useState(false)
  const [isPending, setIsPending] = useState(false)
  const remove = async () => {
    setIsPending(true)
    try {
      await onDelete()
    } catch (error) {
      if (!isGone(error)) {
        toast.error(failed(error))
        return
      }
    } finally {
      setIsPending(false)
    }
    setIsAsking(false)
    toast.success(done)
    await onDone?.()
  }
  return (
    <>
      <Button {...button} onClick={() => setIsAsking(true)} />
      <ConfirmDialogLazy
        {...dialog}
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        tone="danger"
        onConfirm={() => void remove()}
        isPending={isPending}
      />
    </>
  )
}
