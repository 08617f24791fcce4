'use client'

import { useRef, useState } from 'react'

/** The selected rows. A range starts at the row selected last, and takes the state of the row that ends it. */
export function useRowSelection<Row, Key extends string | number>(shown: readonly Row[], keyOf: (row: Row) => Key) {
  const [keys, setKeys] = useState<ReadonlySet<Key>>(new Set())
  const anchor = useRef<Key>(undefined)
  const set = (changedKeys: readonly Key[], isOn: boolean) =>
    setKeys((now) => {
      const next = new Set(now)
      for (const key of changedKeys) {
        if (isOn) next.add(key)
        else next.delete(key)
      }
      return next
    })
  const keysBetween = (start: number, end: number) =>
    shown.slice(Math.min(start, end), Math.max(start, end) + 1).map(keyOf)
  const indexOf = (key: Key | undefined) => shown.findIndex((row) => keyOf(row) === key)
  const toggle = (row: Row, isRange: boolean) => {
    const end = indexOf(keyOf(row))
    const anchorIndex = isRange ? indexOf(anchor.current) : -1
    set(keysBetween(anchorIndex === -1 ? end : anchorIndex, end), !keys.has(keyOf(row)))
    anchor.current = keyOf(row)
  }
  /** Moves the end of the range that started at the anchor, as Shift with an arrow key does. */
  const extend = (from: number, to: number) => {
    const start = shown[from]
    if (start === undefined) return
    if (!keys.has(keyOf(start)) || indexOf(anchor.current) === -1) anchor.current = keyOf(start)
    const anchorIndex = indexOf(anchor.current)
    set(keysBetween(anchorIndex, from), false)
    set(keysBetween(anchorIndex, to), true)
  }
  return {
    chosen: keys.size === 0 ? [] : shown.filter((row) => keys.has(keyOf(row))),
    isAll: keys.size > 0 && shown.every((row) => keys.has(keyOf(row))),
    has: (row: Row) => keys.has(keyOf(row)),
    toggle,
    extend,
    setAll: (isOn: boolean) => set(shown.map(keyOf), isOn),
    clear: () => setKeys(new Set()),
  }
}

export type RowSelection<Row> = ReturnType<typeof useRowSelection<Row, string>>
