'use client'

import { type ReactNode, useRef } from 'react'

import { Icon } from '../icon'
import { lazyComponent } from '../lazy/lazy-component'
import { PopoverButton } from '../overlay/popover-button'
import type { ChoicePopoverProps } from './choice-popover'

const load = async () => (await import('./choice-popover')).ChoicePopover
// Safe: the values that the popover reports are among those that it was given.
const ChoicePopover = lazyComponent(load) as <Value extends string>(props: ChoicePopoverProps<Value>) => ReactNode

/** A filter of which several values can be chosen, behind a button that says how many are. */
export function ChoiceButton<Value extends string>(props: Omit<ChoicePopoverProps<Value>, 'triggerRef' | 'onClose'>) {
  const triggerRef = useRef<HTMLButtonElement>(null)
  const { label, values } = props
  return (
    <PopoverButton
      size="sm"
      className="h-8"
      triggerRef={triggerRef}
      load={load}
      renderPopover={(close) => <ChoicePopover {...props} triggerRef={triggerRef} onClose={close} />}
    >
      {values.length === 0 ? label : `${label}: ${values.length}`}
      <Icon name="chevron-down" size={12} />
    </PopoverButton>
  )
}
