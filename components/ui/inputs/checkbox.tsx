'use client'

import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react'

import { classNames } from '../class-names'

interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type' | 'ref'> {
  /** Shown next to the box; without it give an `aria-label`. */
  readonly children?: ReactNode
  readonly isIndeterminate?: boolean | undefined
}

/** A native checkbox in the panel's style. The click target includes the label and is at least 24 px high. */
export function Checkbox({ children, isIndeterminate = false, className, ...input }: CheckboxProps) {
  const ref = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (ref.current) ref.current.indeterminate = isIndeterminate
  }, [isIndeterminate])
  return (
    <label className={classNames('inline-flex min-h-6 min-w-6 items-center gap-2', className)}>
      <input {...input} ref={ref} type="checkbox" className="check-box" />
      {children}
    </label>
  )
}
