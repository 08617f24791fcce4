'use client'

import { type KeyboardEvent, useState } from 'react'

import { rowStep } from '@/components/ui/rows/row-step'

const PAGE = 10

interface Selection {
  readonly active: number
  readonly anchor: number
  readonly selected: ReadonlySet<string>
}

const noSelection: ReadonlySet<string> = new Set()
const initialSelection: Selection = { active: 0, anchor: 0, selected: noSelection }

interface RowSelectionOptions {
  readonly rows: readonly string[]
  /** Undefined if nothing can be removed. */
  readonly onRemove: ((values: ReadonlySet<string>) => void) | undefined
  readonly onCopy: (values: readonly string[]) => void
}

const rangeOf = (rows: readonly string[], from: number, to: number): ReadonlySet<string> =>
  new Set(rows.slice(Math.min(from, to), Math.max(from, to) + 1))

/** Selects rows by keyboard and mouse: one, a range with Shift, single ones with Ctrl, or all. */
export function useValueSelection({ rows, onRemove, onCopy }: RowSelectionOptions) {
  const [state, setState] = useState(initialSelection)
  const last = Math.max(0, rows.length - 1)
  const active = Math.min(state.active, last)
  const { selected } = state

  const go = (to: number, isRange: boolean) => {
    const next = Math.max(0, Math.min(to, last))
    const anchor = isRange ? Math.min(state.anchor, last) : next
    setState({ active: next, anchor, selected: isRange ? rangeOf(rows, anchor, next) : noSelection })
  }
  const toggle = (index: number) => {
    const value = rows[index]
    if (value === undefined) return
    const next = new Set(selected)
    if (!next.delete(value)) next.add(value)
    setState({ active: index, anchor: index, selected: next })
  }
  const clear = () => setState({ ...state, selected: noSelection })
  const chosen = (): ReadonlySet<string> => (selected.size > 0 ? selected : rangeOf(rows, active, active))
  const remove = () => {
    if (onRemove === undefined || rows.length === 0) return
    // The row after the removed ones becomes active.
    const first = rows.findIndex((value) => chosen().has(value))
    setState({ active: first, anchor: first, selected: noSelection })
    onRemove(chosen())
  }
  const pick = (index: number, { shiftKey, ctrlKey, metaKey }: Modifiers, isTouch: boolean) => {
    if (shiftKey) go(index, true)
    else if (ctrlKey || metaKey || isTouch) toggle(index)
    else setState({ active: index, anchor: index, selected: rangeOf(rows, index, index) })
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.target !== event.currentTarget) return
    const { shiftKey } = event
    const withControl: Readonly<Record<string, () => void>> = {
      a: () => setState({ active, anchor: 0, selected: new Set(rows) }),
      c: () => onCopy(rows.filter((value) => chosen().has(value))),
    }
    const plain: Readonly<Record<string, false | (() => void)>> = {
      ' ': () => toggle(active),
      Escape: selected.size > 0 && clear,
      Delete: onRemove !== undefined && remove,
      Backspace: onRemove !== undefined && remove,
    }
    const to = rowStep(event.key, { active, last, leap: PAGE })
    const move = to !== undefined && (() => go(to, shiftKey))
    const isControl = event.ctrlKey || event.metaKey
    const act = isControl ? (withControl[event.key.toLowerCase()] ?? false) : (plain[event.key] ?? move)
    if (act === false) return
    event.preventDefault()
    act()
  }
  return { active, selected, onKeyDown, pick, clear, remove }
}

interface Modifiers {
  readonly shiftKey: boolean
  readonly ctrlKey: boolean
  readonly metaKey: boolean
}

export type RowSelection = ReturnType<typeof useValueSelection>
