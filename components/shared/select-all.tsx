'use client'

import type { ReactNode } from 'react'

import { classNames } from '@/components/ui/class-names'
import { Checkbox } from '@/components/ui/inputs/checkbox'

interface SelectAllProps {
  readonly label: string
  readonly selection: {
    readonly chosen: readonly unknown[]
    readonly isAll: boolean
    readonly setAll: (isAll: boolean) => void
  }
  /** Of the text while nothing is selected, which is only a hint. */
  readonly hintClass: string
  /** Of the checkbox. */
  readonly className?: string
  /** What is selected, read out when it changes. */
  readonly children: ReactNode
}

/** The start of a bar above a list: selects all rows, and says how many are selected. */
export function SelectAll({ label, selection, hintClass, className, children }: SelectAllProps) {
  const { chosen, isAll, setAll } = selection
  return (
    <>
      <Checkbox
        aria-label={label}
        checked={isAll}
        isIndeterminate={chosen.length > 0 && !isAll}
        onChange={(event) => setAll(event.target.checked)}
        className={className}
      />
      <p role="status" className={classNames('text-sm text-muted tabular', chosen.length === 0 && hintClass)}>
        {children}
      </p>
    </>
  )
}
