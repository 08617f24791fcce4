'use client'

import type { RefObject } from 'react'

import { buttonClass } from '@/components/ui/button-style'
import { classNames } from '@/components/ui/class-names'
import { Icon } from '@/components/ui/icon'
import type { IconName } from '@/components/ui/icon-paths'

interface PopoverButtonProps {
  readonly ref: RefObject<HTMLButtonElement | null>
  readonly label: string
  readonly icon: IconName
  readonly isOpen: boolean
  readonly onOpen: () => void
  /** Fetches the popover's code, before it is needed. */
  readonly onWarm: () => void
}

/** A button that opens what stands beside it; on a phone only its icon. */
export function PopoverButton({ ref, label, icon, isOpen, onOpen, onWarm }: PopoverButtonProps) {
  return (
    <button
      ref={ref}
      type="button"
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      onPointerEnter={onWarm}
      onFocus={onWarm}
      onClick={onOpen}
      className={classNames(buttonClass({}), 'max-w-44 shrink')}
    >
      <Icon name={icon} size={14} />
      <span className="truncate max-sm:sr-only">{label}</span>
    </button>
  )
}
