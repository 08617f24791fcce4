'use client'

import { type ReactNode, useState } from 'react'

import { Button, type ButtonProps } from '../button'
import { preload } from '../lazy/load-component'

interface DialogButtonProps extends Omit<ButtonProps, 'onClick'> {
  /** Preloads the dialog on hover. */
  readonly preloadDialog?: () => Promise<unknown>
  readonly renderDialog: (close: () => void) => ReactNode
}

/** A button with a dialog that is mounted only while it is open. */
export function DialogButton({ preloadDialog, renderDialog, ...button }: DialogButtonProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button
        aria-haspopup="dialog"
        onPointerEnter={preloadDialog && (() => preload(preloadDialog))}
        {...button}
        onClick={() => setIsOpen(true)}
      />
      {isOpen && renderDialog(() => setIsOpen(false))}
    </>
  )
}
