'use client'

import type { ReactNode, RefObject } from 'react'
import { Dialog } from 'react-aria-components/Dialog'
import { Popover as AriaPopover } from 'react-aria-components/Popover'

import { AriaLocale } from '../aria-locale'
import { classNames } from '../class-names'

interface PopoverProps {
  /** The accessible name of the popover. */
  readonly label: string
  /** The button that opens the popover, which is positioned next to it and returns the focus to it. */
  readonly triggerRef: RefObject<HTMLElement | null>
  readonly onClose: () => void
  readonly placement?: 'bottom start' | 'bottom end' | 'top start' | 'top end' | undefined
  readonly className?: string | undefined
  readonly children: ReactNode
}

/**
 * A small dialog next to its button (the tag editor of the monitors page). Load it lazily because it includes React
 * Aria.
 */
export function Popover({ label, triggerRef, className, children, placement = 'bottom start', onClose }: PopoverProps) {
  return (
    <AriaLocale>
      <AriaPopover
        triggerRef={triggerRef}
        isOpen
        onOpenChange={() => onClose()}
        placement={placement}
        className={classNames('floating z-40 w-80 max-w-[calc(100vw-2rem)]', className)}
      >
        <Dialog aria-label={label} className="p-4 outline-none">
          {children}
        </Dialog>
      </AriaPopover>
    </AriaLocale>
  )
}
