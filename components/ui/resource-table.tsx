import type { ComponentProps, Key, ReactNode } from 'react'

import { recordOf } from '@/lib/domain/collections/record-of'

import { classNames } from './class-names'
import { Skeleton, SkeletonGroup } from './skeleton'
import { Cell, HeaderCell, Table, TableBody, TableHead, TableRow } from './table'

/** A column without its cells, so that a skeleton drawn from it does not load the cells' code. */
interface TableColumn {
  /** The column that names the row; where rows are stacked it has a line to itself. */
  readonly isTitle?: boolean
  /** Aligned right: numbers, times and actions. */
  readonly isEnd?: boolean
  /** True to expose the column name only to screen readers, as for actions. */
  readonly isUnnamed?: boolean
  /** True to repeat the column name before the value where rows are stacked and the head is hidden, as on phones. */
  readonly isNamedOnPhone?: boolean
  /** Hidden where columns have little space, as on tablets, to leave it to the others and the actions. */
  readonly isHiddenOnTablet?: boolean
  /** Class names of the header cell; `headBar` styles the skeleton bar that replaces its name. */
  readonly head?: string
  readonly headBar?: string
  /** Class names of the cells, including their position in stacked rows. */
  readonly cell?: string
  /** Class names of the skeleton bar that replaces a cell. */
  readonly bar?: string
  /** Class names of the skeleton line, if a row is higher than one line of text. */
  readonly line?: string
}

/** Columns by id, in display order. */
export type TableColumns<Id extends string = string> = { readonly [K in Id]?: TableColumn }

interface CellOverride {
  readonly content: ReactNode
  readonly className?: string | undefined
  readonly title?: string | undefined
}

interface ColumnsProps<Id extends string> {
  readonly columns: TableColumns<Id>
  readonly nameOf: (id: Id) => ReactNode
}

interface HeadProps<Id extends string> extends ColumnsProps<Id> {
  /** The column by which the rows are sorted. */
  readonly order?: { readonly by: string; readonly isDescending: boolean } | undefined
}

type RowProps = Omit<ComponentProps<typeof TableRow>, 'children'>

interface ResourceRowProps<Id extends string> extends ColumnsProps<Id>, RowProps {
  readonly cells: Readonly<Record<Id, ReactNode | CellOverride>>
}

export interface ResourceTableProps<Id extends string, Row> extends HeadProps<Id> {
  readonly label: string
  readonly className?: string | undefined
  readonly rows: readonly Row[]
  readonly keyOf: (row: Row, index: number) => Key
  readonly cells: (row: Row, index: number) => ResourceRowProps<Id>['cells']
  /** Properties of every row, or a function for each row. */
  readonly row?: RowProps | ((row: Row, index: number) => RowProps)
}

// Safe: the keys of a literal are its ids.
const idsOf = <Id extends string>(columns: TableColumns<Id>) => Object.keys(columns) as Id[]

/** A table built from its list of columns. The actions of a row are visible at every window width. */
export function ResourceTable<Id extends string, Row>(props: ResourceTableProps<Id, Row>) {
  const { label, className, columns, nameOf, order, rows, keyOf, cells, row = {} } = props
  return (
    <Table label={label} className={className}>
      <ResourceHead columns={columns} nameOf={nameOf} order={order} />
      <TableBody>
        {rows.map((each, index) => (
          <ResourceRow
            key={keyOf(each, index)}
            {...(typeof row === 'function' ? row(each, index) : row)}
            columns={columns}
            nameOf={nameOf}
            cells={cells(each, index)}
          />
        ))}
      </TableBody>
    </Table>
  )
}

/** Only the head, for a table with several bodies. */
export function ResourceHead<Id extends string>({ columns, nameOf, order }: HeadProps<Id>) {
  const sort = order && (order.isDescending ? 'descending' : 'ascending')
  return (
    <TableHead>
      {idsOf(columns).map((id) => {
        const { isEnd, head, isHiddenOnTablet, isUnnamed }: TableColumn = columns[id] ?? {}
        return (
          <HeaderCell
            key={id}
            isEnd={isEnd}
            className={classNames(head, isHiddenOnTablet && 'tight:hidden')}
            aria-sort={order?.by === id ? sort : undefined}
          >
            {isUnnamed === true ? <span className="sr-only">{nameOf(id)}</span> : nameOf(id)}
          </HeaderCell>
        )
      })}
    </TableHead>
  )
}

const isCellOverride = (cell: ReactNode | CellOverride): cell is CellOverride =>
  typeof cell === 'object' && cell !== null && 'content' in cell

/** One row, for row components with state. */
export function ResourceRow<Id extends string>({ columns, nameOf, cells, ...row }: ResourceRowProps<Id>) {
  return (
    <TableRow {...row}>
      {idsOf(columns).map((id) => {
        const { isTitle, isEnd, isHiddenOnTablet, cell, isNamedOnPhone }: TableColumn = columns[id] ?? {}
        const cellValue = cells[id]
        const { content, className, title } = isCellOverride(cellValue) ? cellValue : { content: cellValue }
        return (
          <Cell
            key={id}
            isTitle={isTitle}
            isEnd={isEnd}
            title={title}
            className={classNames(cell, isHiddenOnTablet && 'tight:hidden', className)}
          >
            {isNamedOnPhone === true && <span className="text-muted unstacked:hidden">{nameOf(id)} </span>}
            {content}
          </Cell>
        )
      })}
    </TableRow>
  )
}

interface ResourceTableSkeletonProps {
  readonly columns: TableColumns
  readonly rows: number
  readonly className?: string
  readonly row?: RowProps
}

/** The table's head and rows in their final height. */
export function ResourceTableSkeleton({ columns, rows, className, row = {} }: ResourceTableSkeletonProps) {
  const shown = recordOf(idsOf(columns), (id) => ({ ...columns[id], isNamedOnPhone: false, isUnnamed: false }))
  const names = recordOf(idsOf(columns), (id) => (
    <Skeleton className={classNames('h-4.5', columns[id]?.headBar ?? 'w-16')} />
  ))
  const bars = recordOf(idsOf(columns), (id) => (
    <span className={classNames('flex items-center', columns[id]?.line ?? 'h-5', columns[id]?.isEnd && 'justify-end')}>
      <Skeleton className={classNames('h-4', columns[id]?.bar ?? 'w-20')} />
    </span>
  ))
  return (
    <SkeletonGroup>
      <div aria-hidden>
        <ResourceTable
          label=""
          className={className}
          columns={shown}
          nameOf={(id) => names[id]}
          rows={Array.from({ length: rows }, (_, index) => index)}
          keyOf={(index) => index}
          row={row}
          cells={() => bars}
        />
      </div>
    </SkeletonGroup>
  )
}
