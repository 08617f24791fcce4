'use client'

import { useState } from 'react'

import { type Key, nothingSelected, withExtended, withKeys, withToggled } from './selected-keys'

/** The selected rows of a list: single ones, ranges, or all that are shown. */
export function useSelectedRows<Row>(shown: readonly Row[], keyOf: (row: Row) => Key) {
  const [selected, setSelected] = useState(nothingSelected)
  const { keys } = selected
  return {
    chosen: keys.size === 0 ? [] : shown.filter((row) => keys.has(keyOf(row))),
    isAll: keys.size > 0 && shown.every((row) => keys.has(keyOf(row))),
    has: (row: Row) => keys.has(keyOf(row)),
    toggle: (row: Row, isRange: boolean) =>
      setSelected((now) => withToggled(now, shown.map(keyOf), { key: keyOf(row), isRange })),
    extend: (from: number, to: number) => setSelected((now) => withExtended(now, shown.map(keyOf), from, to)),
    setAll: (isOn: boolean) => setSelected((now) => withKeys(now, shown.map(keyOf), isOn)),
    add: (rows: readonly Row[]) => setSelected((now) => withKeys(now, rows.map(keyOf), true)),
    clear: () => setSelected(nothingSelected),
  }
}

export type SelectedRows<Row> = ReturnType<typeof useSelectedRows<Row>>
