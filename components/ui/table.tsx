import type { ComponentProps, ReactNode } from 'react'

import { classNames } from './class-names'

/**
 * A semantic table. Where its place is narrow, rows are stacked: the cell with `isTitle` alone, the others below it. What
 * is still too wide scrolls, so that no action is cut off. The roles are explicit because `display: flex` on a row would
 * remove them.
 */
interface TableProps extends ComponentProps<'table'> {
  /** The accessible name of the table. */
  readonly label: string
}

export function Table({ label, className, children, ...props }: TableProps) {
  return (
    <div className="@container/table scroll-x w-full">
      <table {...props} {...role('table')} aria-label={label} className={classNames('w-full stacked:block', className)}>
        {children}
      </table>
    </div>
  )
}

/** Spread, so that the lint rule against redundant roles does not remove what the phone layout needs. */
function role(name: string) {
  return { role: name }
}

export function TableHead({ children }: { readonly children: ReactNode }) {
  return (
    <thead {...role('rowgroup')} className="stacked:sr-only">
      <tr {...role('row')} className="border-b">
        {children}
      </tr>
    </thead>
  )
}

export function TableBody({ children }: { readonly children: ReactNode }) {
  return (
    <tbody {...role('rowgroup')} className="divide-y stacked:block">
      {children}
    </tbody>
  )
}

interface TableRowProps extends ComponentProps<'tr'> {
  readonly isSelected?: boolean | undefined
}

export function TableRow({ isSelected, className, ...props }: TableRowProps) {
  return (
    <tr
      {...props}
      {...role('row')}
      aria-selected={isSelected}
      className={classNames(
        'stacked:flex stacked:flex-wrap stacked:items-center stacked:gap-x-3 stacked:gap-y-0.5 stacked:px-4 stacked:py-2.5',
        isSelected === true ? 'bg-accent-soft/50' : 'hover:bg-hover/60',
        className,
      )}
    />
  )
}

interface HeaderCellProps extends ComponentProps<'th'> {
  readonly isEnd?: boolean | undefined
}

export function HeaderCell({ isEnd, className, ...props }: HeaderCellProps) {
  return (
    <th
      scope="col"
      {...props}
      {...role('columnheader')}
      className={classNames(
        'px-2 py-2 text-sm font-normal whitespace-nowrap text-muted first:pl-4 last:pr-4',
        isEnd === true ? 'text-right' : 'text-left',
        className,
      )}
    />
  )
}

interface CellProps extends ComponentProps<'td'> {
  /** The cell that names the row; it has a line to itself where rows are stacked. */
  readonly isTitle?: boolean | undefined
  /** Aligned right with tabular figures, for numbers and times. */
  readonly isEnd?: boolean | undefined
}

export function Cell({ isTitle, isEnd, className, ...props }: CellProps) {
  return (
    <td
      {...props}
      {...role('cell')}
      className={classNames(
        'px-2 py-2 first:pl-4 last:pr-4 stacked:min-w-0 stacked:p-0 stacked:first:pl-0 stacked:last:pr-0',
        isTitle === true ? 'font-medium stacked:basis-full' : 'stacked:text-sm',
        isEnd === true && 'tabular text-right stacked:ml-auto',
        className,
      )}
    />
  )
}
