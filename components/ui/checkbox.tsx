'use client'

import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react'

import { classNames } from './class-names'
import { Icon } from './icon'

interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type' | 'ref'> {
  /** Beside the box; without it give an `aria-label`. */
  readonly children?: ReactNode
  readonly isIndeterminate?: boolean | undefined
}

/** A native checkbox in our look. The label's area is the target, never smaller than 24 px. */
export function Checkbox({ children, isIndeterminate = false, className, ...input }: CheckboxProps) {
  const ref = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (ref.current) ref.current.indeterminate = isIndeterminate
  }, [isIndeterminate])
  return (
    <label className={classNames('inline-flex min-h-6 min-w-6 items-center gap-2', className)}>
      <span className="relative grid size-4 shrink-0 place-items-center">
        <input
          {...input}
          ref={ref}
          type="checkbox"
          className="peer absolute inset-0 m-0 appearance-none rounded-sm border border-edge bg-card checked:border-accent checked:bg-accent indeterminate:border-accent indeterminate:bg-accent disabled:opacity-50 forced-colors:appearance-auto"
        />
        <Icon
          name={isIndeterminate ? 'minus' : 'check'}
          size={12}
          className="pointer-events-none relative hidden text-on-accent peer-checked:block peer-indeterminate:block forced-colors:hidden"
        />
      </span>
      {children}
    </label>
  )
}
