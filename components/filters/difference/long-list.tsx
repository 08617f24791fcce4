'use client'

import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useRef } from 'react'

import { scrollable } from '@/components/ui/scrollable'

const ROW = 40
const LIKELY_SIZE = { width: 640, height: 320 }

interface LongListProps<Row> {
  readonly rows: readonly Row[]
  /** Names the list to screen readers. */
  readonly label: string
  readonly keyOf: (row: Row) => string
  readonly children: (row: Row) => ReactNode
}

/** Rows to be read, of which only those in sight are in the page. */
export function LongList<Row>({ rows, label, keyOf, children }: LongListProps<Row>) {
  const scroller = useRef<HTMLDivElement>(null)
  // oxlint-disable-next-line react/incompatible-library -- its functions read the newest state; nothing here is memoised by a compiler
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    getItemKey: (index) => {
      const row = rows[index]
      return row === undefined ? index : keyOf(row)
    },
    overscan: 6,
    initialRect: LIKELY_SIZE,
  })
  return (
    <div
      ref={scroller}
      {...scrollable}
      aria-label={label}
      className="max-h-80 overflow-y-auto overscroll-contain rounded-md border bg-card"
    >
      <ul className="relative" style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, key, start }) => {
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
