'use client'

import { type KeyboardEvent, useRef, useState } from 'react'

import { rowStep } from '@/components/ui/rows/row-step'
import { foldText } from '@/lib/domain/fold'

import type { CpvNode, CpvRow } from './cpv-tree'

interface TreeKeysOptions {
  readonly rows: readonly CpvRow[]
  /** Where the keyboard begins; the first row when not given. */
  readonly startAt: CpvNode | undefined
  readonly onToggle: (node: CpvNode) => void
  readonly onChoose: (node: CpvNode) => void
}

const PAGE = 10
/** Letters that come faster than this are one word. */
const TYPING_MS = 700

/** The next row that begins with the text, from the active one on and round. */
function findTyped(rows: readonly CpvRow[], from: number, text: string): number {
  const begins = ({ node: { folded, code } }: CpvRow) => folded.startsWith(text) || code.startsWith(text)
  const later = rows.findIndex((row, index) => index >= from && begins(row))
  return later >= 0 ? later : rows.findIndex(begins)
}

/** Letters on the way to a word. */
function useTyping() {
  const typed = useRef({ text: '', at: 0 })
  return (key: string, at: number): string => {
    const { text, at: before } = typed.current
    typed.current = { text: at - before > TYPING_MS ? foldText(key) : text + foldText(key), at }
    return typed.current.text
  }
}

const isLetter = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  key.length === 1 && key !== ' ' && !ctrlKey && !metaKey && !altKey

/** The active row and the keys of a tree: arrows, Home, End, pages, letters; the space bar chooses. */
export function useTreeKeys({ rows, startAt, onToggle, onChoose }: TreeKeysOptions) {
  const [activeNode, setActiveNode] = useState(startAt)
  const type = useTyping()
  const active = Math.max(
    0,
    rows.findIndex(({ node }) => node === activeNode),
  )
  const go = (index: number) => setActiveNode(rows[index]?.node)
  const row = rows[active]
  const openOrEnter = () => {
    if (row === undefined || row.node.children.length === 0) return
    if (row.isOpen) go(active + 1)
    else onToggle(row.node)
  }
  const closeOrLeave = () => {
    if (row?.isOpen === true) onToggle(row.node)
    else if (row?.node.parent) setActiveNode(row.node.parent)
  }
  const choose = () => row && onChoose(row.node)
  const keys: Readonly<Record<string, () => void>> = {
    ArrowRight: openOrEnter,
    ArrowLeft: closeOrLeave,
    ' ': choose,
    Enter: choose,
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const to = rowStep(event.key, { active, last: rows.length - 1, leap: PAGE })
    const act = to === undefined ? keys[event.key] : () => go(to)
    if (act === undefined && !isLetter(event)) return
    event.preventDefault()
    if (act) return act()
    const text = type(event.key, event.timeStamp)
    const found = findTyped(rows, text.length === 1 ? active + 1 : active, text)
    if (found >= 0) go(found)
  }
  return { active, setActiveNode, onKeyDown }
}
