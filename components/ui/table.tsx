import type { ComponentProps, ReactNode } from 'react'

import { classNames } from './class-names'

/**
 * A semantic table. On phones each row becomes two lines: the cell with `isTitle` alone, the others below it.
 * The roles are explicit because `display: flex` on a row would remove them.
 */
interface TableProps extends ComponentProps<'table'> {
  /** The accessible name of the table. */
  readonly label: string
}

export function Table({ label, className, children, ...props }: TableProps) {
  return (
    <table {...props} {...role('table')} aria-label={label} className={classNames('w-full max-sm:block', className)}>
      {children}
    </table>
  )
}

/** Spread, so that the lint rule against redundant roles does not remove what the phone layout needs. */
function role(name: string) {
  return { role: name }
}

export function TableHead({ children }: { readonly children: ReactNode }) {
  return (
    <thead {...role('rowgroup')} className="max-sm:sr-only">
      <tr {...role('row')} className="border-b">
        {children}
      </tr>
    </thead>
  )
}

export function TableBody({ children }: { readonly children: ReactNode }) {
  return (
    <tbody {...role('rowgroup')} className="divide-y max-sm:block">
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
        'max-sm:flex max-sm:flex-wrap max-sm:items-center max-sm:gap-x-3 max-sm:gap-y-0.5 max-sm:px-4 max-sm:py-2.5',
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
  /** The cell that names the row; it has a line to itself on phones. */
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
        'px-2 py-2 first:pl-4 last:pr-4 max-sm:p-0 max-sm:first:pl-0 max-sm:last:pr-0',
        isTitle === true ? 'font-medium max-sm:basis-full' : 'max-sm:text-sm',
        isEnd === true && 'tabular text-right max-sm:ml-auto',
        className,
      )}
    />
  )
}
