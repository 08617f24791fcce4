'use client'

import { type ReactNode, useState } from 'react'

import { Button, type ButtonProps } from '../button'
import { preload } from '../lazy/load-component'

interface DialogButtonProps extends Omit<ButtonProps, 'onClick'> {
  /** Preloads the dialog on hover or focus. */
  readonly load?: () => Promise<unknown>
  readonly renderDialog: (close: () => void) => ReactNode
}

/** A button with a dialog that is mounted only while it is open. */
export function DialogButton({ load, renderDialog, ...button }: DialogButtonProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button
        aria-haspopup="dialog"
        onPointerEnter={load && (() => preload(load))}
        {...button}
        onClick={() => setIsOpen(true)}
      />
      {isOpen && renderDialog(() => setIsOpen(false))}
    </>
  )
}
