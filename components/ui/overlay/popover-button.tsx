'use client'

import { type ReactNode, type RefObject, useState } from 'react'

import { Button, type ButtonProps } from '../button'
import { preload } from '../lazy/load-component'

interface PopoverButtonProps extends Omit<ButtonProps, 'onClick' | 'ref'> {
  readonly triggerRef: RefObject<HTMLButtonElement | null>
  /** Preloads the popover on hover or focus. */
  readonly load: () => Promise<unknown>
  readonly renderPopover: (close: () => void) => ReactNode
}

/** A button with a popover that is mounted only while it is open. */
export function PopoverButton({ triggerRef, load, renderPopover, ...button }: PopoverButtonProps) {
  const [isOpen, setIsOpen] = useState(false)
  const warm = () => preload(load)
  return (
    <>
      <Button
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onPointerEnter={warm}
        onFocus={warm}
        {...button}
        ref={triggerRef}
        onClick={() => setIsOpen(true)}
      />
      {isOpen && renderPopover(() => setIsOpen(false))}
    </>
  )
}
