import type { ComponentProps, ReactNode } from 'react'

import { classNames } from '@/components/ui/class-names'
import { scrollable } from '@/components/ui/scrollable'

interface ScrollTableProps {
  /** Names the table and what scrolls around it. */
  readonly label: string
  readonly children: ReactNode
}

/** Columns of figures that stay columns on a phone: what is too wide scrolls sideways, and downwards the page does. */
export function ScrollTable({ label, children }: ScrollTableProps) {
  return (
    <div {...scrollable} aria-label={label} className="scroll-x">
      <table aria-label={label} className="w-full border-separate border-spacing-0">
        {children}
      </table>
    </div>
  )
}

interface ColumnProps extends ComponentProps<'th'> {
  /** Figures: at the right. */
  readonly isEnd?: boolean
}

export function ScrollColumn({ isEnd = false, className, ...props }: ColumnProps) {
  return (
    <th
      scope="col"
      {...props}
      className={classNames(
        'border-b px-2 py-2 text-sm font-normal whitespace-nowrap text-muted first:pl-4 last:pr-4',
        isEnd ? 'text-right' : 'text-left',
        className,
      )}
    />
  )
}

/** The cell that names its row. */
export function RowHead({ className, ...props }: ComponentProps<'th'>) {
  return (
    <th
      scope="row"
      {...props}
      className={classNames(
        'border-b px-2 py-1.5 text-left font-normal whitespace-nowrap first:pl-4 [tr:last-child>&]:border-b-0',
        className,
      )}
    />
  )
}

export function FigureCell({ className, ...props }: ComponentProps<'td'>) {
  return (
    <td
      {...props}
      className={classNames(
        'border-b px-2 py-1.5 text-right whitespace-nowrap tabular last:pr-4 [tr:last-child>&]:border-b-0',
        className,
      )}
    />
  )
}
