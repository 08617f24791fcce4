'use client'

import { type ReactNode, useRef, useEffect, useState } from 'react'

import { useVirtualRows } from './use-virtual-rows'

const ROWS_PER_PAGE = 100

interface WindowOptions<Row> {
  /** A new value invalidates all rows read before. */
  readonly version: string
  readonly from: number
  readonly to: number
  /** Must be stable between renders. */
  readonly read: (from: number, to: number) => Promise<readonly Row[]>
}

/**
 * Rows of a list that lives in a worker, fetched in pages as they scroll into view. Old rows stay until the new ones
 * arrive.
 */
function useWindow<Row>({ version, from, to, read }: WindowOptions<Row>): (index: number) => Row | undefined {
  const [pages, setPages] = useState<ReadonlyMap<number, readonly Row[]>>(new Map())
  const request = useRef({ version: '', pages: new Set<number>() })
  const first = Math.floor(from / ROWS_PER_PAGE)
  const last = Math.floor(Math.max(from, to - 1) / ROWS_PER_PAGE)
  useEffect(() => {
    if (request.current.version !== version) request.current = { version, pages: new Set() }
    const { pages: requestedPages } = request.current
    for (let page = first; page <= last; page += 1) {
      if (requestedPages.has(page)) continue
      requestedPages.add(page)
      const store = (rows: readonly Row[]) => {
        if (request.current.version === version) setPages((now) => new Map(now).set(page, rows))
      }
      // A stopped worker does not answer; its list has left the page as well, so the error is ignored.
      read(page * ROWS_PER_PAGE, (page + 1) * ROWS_PER_PAGE).then(store, () => undefined)
    }
  }, [version, first, last, read])
  return (index) => pages.get(Math.floor(index / ROWS_PER_PAGE))?.[index % ROWS_PER_PAGE]
}

interface WindowListProps<Row> {
  readonly count: number
  readonly rowHeight: number
  readonly version: string
  readonly labelledBy: string
  readonly read: (from: number, to: number) => Promise<readonly Row[]>
  readonly empty: ReactNode
  readonly children: (row: Row) => ReactNode
}

/** A list of any length that mounts only the visible rows. */
export function WindowList<Row>(props: WindowListProps<Row>) {
  const { count, rowHeight, version, labelledBy, read, empty, children } = props
  const { ref, items, height } = useVirtualRows({ count, rowHeight })
  const rowAt = useWindow<Row>({ version, from: items[0]?.index ?? 0, to: (items.at(-1)?.index ?? 0) + 1, read })
  return (
    <div
      ref={ref}
      tabIndex={0}
      role={count === 0 ? 'group' : 'list'}
      aria-labelledby={labelledBy}
      className="max-h-[26rem] overflow-y-auto"
    >
      {count === 0 && <p className="p-6 text-center text-muted">{empty}</p>}
      <div role="presentation" className="relative" style={{ height }}>
        {items.map(({ index, key, start }) => {
          const row = rowAt(index)
          return (
            <div
              key={key}
              role="listitem"
              aria-setsize={count}
              aria-posinset={index + 1}
              className="absolute inset-x-0 border-b"
              style={{ top: start, height: rowHeight }}
            >
              {row !== undefined && children(row)}
            </div>
          )
        })}
      </div>
    </div>
  )
}
