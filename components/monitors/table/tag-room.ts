import { createContext, type RefObject, useLayoutEffect, useState } from 'react'

/** Pixels for the tags in a row, until they are measured: those of a laptop. */
const LAPTOP_PX = 180
const CELL_PADDING_PX = 16

export const TagRoom = createContext(LAPTOP_PX)

/** The room for tags, which is the same in all rows, so one cell is measured: whenever the list or its columns change. */
export function useTagRoom(list: RefObject<HTMLElement | null>, columns: readonly string[]): number {
  const [room, setRoom] = useState(LAPTOP_PX)
  const chosen = columns.join(' ')
  useLayoutEffect(() => {
    const measure = () => {
      const cell = list.current?.querySelector('[data-tags]')?.parentElement
      if (cell && chosen !== '') setRoom(Math.max(0, cell.clientWidth - CELL_PADDING_PX))
    }
    measure()
    const observer = new ResizeObserver(measure)
    if (list.current) observer.observe(list.current)
    return () => observer.disconnect()
  }, [list, chosen])
  return room
}
