'use client'

import { type ReactNode, useState } from 'react'

import { Button, type ButtonProps } from '../button'
import { preload } from '../lazy/load-component'

interface DialogButtonProps extends Omit<ButtonProps, 'onClick'> {
  /** Fetches the dialog, once a press is near. */
  readonly load?: () => Promise<unknown>
  readonly renderDialog: (close: () => void) => ReactNode
}

/** A button and the dialog that it opens, which is there only while it is open. */
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
