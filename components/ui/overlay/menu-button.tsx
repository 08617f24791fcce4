'use client'

import { type ComponentProps, useRef, useState } from 'react'

import { buttonClass, type ButtonStyle } from '../button-style'
import { lazyComponent } from '../lazy/lazy-component'
import { preload } from '../lazy/load-component'
import type { MenuGroup, MenuProps } from './menu'

const loadMenu = async () => (await import('./menu')).Menu
const Menu = lazyComponent(loadMenu)

interface MenuButtonProps extends Omit<ComponentProps<'button'>, 'ref' | 'type' | 'onClick'>, ButtonStyle {
  /** Names the menu and, if the button shows no text, the button. */
  readonly label: string
  readonly groups: readonly MenuGroup[]
  readonly placement?: MenuProps['placement']
  /** True to render the trigger without the style of a button. */
  readonly isPlain?: boolean
}

/** A button with a menu. The menu's code is loaded on hover, focus or the first press. */
export function MenuButton({ label, groups, placement, isPlain = false, ...props }: MenuButtonProps) {
  const { variant, size, iconOnly, className, children, ...button } = props
  const ref = useRef<HTMLButtonElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  const [wasOpen, setWasOpen] = useState(false)
  const toggle = () => {
    setWasOpen(true)
    setIsOpen(!isOpen)
  }
  const preloadMenu = () => preload(loadMenu)
  return (
    <>
      <button
        aria-label={iconOnly === true ? label : undefined}
        {...button}
        ref={ref}
        type="button"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={toggle}
        onPointerEnter={preloadMenu}
        onFocus={preloadMenu}
        className={isPlain ? className : buttonClass({ variant, size, iconOnly }, className)}
      >
        {children}
      </button>
      {wasOpen && (
        <Menu
          label={label}
          groups={groups}
          triggerRef={ref}
          isOpen={isOpen}
          onOpenChange={setIsOpen}
          placement={placement}
        />
      )}
    </>
  )
}
