'use client'

import type { ReactNode } from 'react'

import { useVirtualRows } from '@/components/ui/rows/use-virtual-rows'
import { scrollable } from '@/components/ui/scrollable'

const INITIAL_SIZE = { width: 640, height: 320 }

interface LongListProps<Row> {
  readonly rows: readonly Row[]
  /** The accessible name of the list. */
  readonly label: string
  readonly keyOf: (row: Row) => string
  readonly children: (row: Row) => ReactNode
}

/** A virtual list: only the visible rows are in the page. */
export function LongList<Row>({ rows, label, keyOf, children }: LongListProps<Row>) {
  const { ref, virtualizer, items, height } = useVirtualRows({
    count: rows.length,
    rowHeight: 40,
    keyOf: (index) => {
      const row = rows[index]
      return row === undefined ? index : keyOf(row)
    },
    overscan: 6,
    initialSize: INITIAL_SIZE,
  })
  return (
    <div
      ref={ref}
      {...scrollable}
      aria-label={label}
      className="max-h-80 overflow-y-auto overscroll-contain rounded-md border bg-card"
    >
      <ul className="relative" style={{ height }}>
        {items.map(({ index, key, start }) => {
          const row = rows[index]
          return row === undefined ? null : (
            <li
              key={key}
              ref={virtualizer.measureElement}
              data-index={index}
              aria-setsize={rows.length}
              aria-posinset={index + 1}
              style={{ transform: `translateY(${start}px)` }}
              className="absolute inset-x-0 top-0 flex min-h-10 items-center gap-2 border-b px-2.5 py-1"
            >
              {children(row)}
            </li>
          )
        })}
      </ul>
    </div>
  )
}
