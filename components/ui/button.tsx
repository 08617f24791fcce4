'use client'

import {
  type ComponentProps,
  type MouseEvent,
  type ReactNode,
  type Ref,
  useCallback,
  useImperativeHandle,
  useRef,
} from 'react'

import { buttonClass, type ButtonStyle } from './button-style'
import { Link } from './link'
import { Tooltip } from './overlay/tooltip'
import { Spinner } from './spinner'

export interface ButtonProps extends Omit<ComponentProps<'button'>, 'disabled'>, ButtonStyle {
  readonly children: ReactNode
  /** Why the button is disabled. It stays focusable and shows the reason on hover and focus. */
  readonly disabledReason?: string | undefined
  /** Shows a spinner and ignores presses without losing the focus. */
  readonly isPending?: boolean | undefined
}

function swallow(event: MouseEvent) {
  event.preventDefault()
  event.stopPropagation()
}

/** Adding or removing a reason remounts the button inside or outside of its tooltip; this restores the focus. */
function useRestoredFocus(input: Ref<HTMLButtonElement> | undefined) {
  const buttonRef = useRef<HTMLButtonElement>(null)
  const wasFocused = useRef(false)
  useImperativeHandle(input, () => buttonRef.current as HTMLButtonElement)
  return useCallback((node: HTMLButtonElement) => {
    buttonRef.current = node
    if (wasFocused.current) node.focus()
    return () => {
      wasFocused.current = document.activeElement === node
      buttonRef.current = null
    }
  }, [])
}

export function Button({ variant, size, iconOnly, disabledReason, isPending = false, ...props }: ButtonProps) {
  const { children, className, onClick, type = 'button', ref, ...rest } = props
  const button = useRestoredFocus(ref)
  const isBlocked = isPending || disabledReason !== undefined
  const render = (describedBy?: string) => (
    <button
      {...rest}
      ref={button}
      type={type}
      className={buttonClass({ variant, size, iconOnly }, className)}
      aria-disabled={isBlocked || rest['aria-disabled']}
      aria-busy={isPending || undefined}
      aria-describedby={describedBy ?? rest['aria-describedby']}
      onClick={isBlocked ? swallow : onClick}
    >
      {isPending && <Spinner />}
      {children}
    </button>
  )
  return disabledReason === undefined ? render() : <Tooltip text={disabledReason}>{render}</Tooltip>
}

type LinkButtonProps = ComponentProps<typeof Link> & ButtonStyle

/** A link that looks like a button. For downloads use `<a download>` with `buttonClass`. */
export function LinkButton({ variant, size, iconOnly, className, ...props }: LinkButtonProps) {
  return <Link {...props} className={buttonClass({ variant, size, iconOnly }, className)} />
}
