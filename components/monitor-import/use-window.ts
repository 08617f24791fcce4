'use client'

import { useEffect, useRef, useState } from 'react'

const PAGE = 100

interface WindowOptions<Row> {
  /** Changes when every row read before is old. */
  readonly version: string
  readonly from: number
  readonly to: number
  /** Keep the function stable between renders. */
  readonly read: (from: number, to: number) => Promise<readonly Row[]>
}

/** Rows of a list that lives in the worker, fetched in pages as they come on screen. Old rows stay until the new ones are there. */
export function useWindow<Row>({ version, from, to, read }: WindowOptions<Row>): (index: number) => Row | undefined {
  const [pages, setPages] = useState<ReadonlyMap<number, readonly Row[]>>(new Map())
  const fresh = useRef({ version: '', asked: new Set<number>() })
  const first = Math.floor(from / PAGE)
  const last = Math.floor(Math.max(from, to - 1) / PAGE)
  useEffect(() => {
    if (fresh.current.version !== version) fresh.current = { version, asked: new Set() }
    const { asked } = fresh.current
    for (let page = first; page <= last; page += 1) {
      if (asked.has(page)) continue
      asked.add(page)
      const keep = (rows: readonly Row[]) => {
        if (fresh.current.version === version) setPages((now) => new Map(now).set(page, rows))
      }
      // A worker that was stopped answers nothing, and its list is gone from the page too.
      read(page * PAGE, (page + 1) * PAGE).then(keep, () => undefined)
    }
  }, [version, first, last, read])
  return (index) => pages.get(Math.floor(index / PAGE))?.[index % PAGE]
}
