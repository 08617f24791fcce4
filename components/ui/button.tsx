'use client'

import Link from 'next/link'
import type { ComponentProps, MouseEvent, ReactNode } from 'react'

import { buttonClass, type ButtonLook } from './button-style'
import { Spinner } from './spinner'
import { Tooltip } from './tooltip'

interface ButtonProps extends Omit<ComponentProps<'button'>, 'disabled'>, ButtonLook {
  readonly children: ReactNode
  /** Why it cannot be pressed. It stays focusable and says so on hover and focus. */
  readonly disabledReason?: string | undefined
  /** Shows a spinner and swallows presses, without losing the focus. */
  readonly isPending?: boolean | undefined
}

function swallow(event: MouseEvent) {
  event.preventDefault()
  event.stopPropagation()
}

export function Button({ variant, size, iconOnly, disabledReason, isPending = false, ...props }: ButtonProps) {
  const { children, className, onClick, type = 'button', ...rest } = props
  const isBlocked = isPending || disabledReason !== undefined
  const render = (describedBy?: string) => (
    <button
      {...rest}
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

type LinkButtonProps = ComponentProps<typeof Link> & ButtonLook

/** A link that looks like a button. For downloads use `<a download>` with `buttonClass`. */
export function LinkButton({ variant, size, iconOnly, className, ...props }: LinkButtonProps) {
  return <Link {...props} className={buttonClass({ variant, size, iconOnly }, className)} />
}
