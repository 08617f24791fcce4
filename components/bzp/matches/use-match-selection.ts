'use client'

import { useRef, useState } from 'react'

import type { BzpMatch } from '@/lib/features/bzp/contract/alerts'

import { matchKey } from './match-list'

/** The selected rows. A range starts at the row selected last, and takes the state of the row that ends it. */
export function useMatchSelection(shown: readonly BzpMatch[]) {
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set())
  const anchor = useRef<string>(undefined)
  const set = (changedKeys: readonly string[], isOn: boolean) =>
    setKeys((now) => new Set([...now].filter((key) => !changedKeys.includes(key)).concat(isOn ? changedKeys : [])))
  const toggle = (match: BzpMatch, isRange: boolean) => {
    const shownKeys = shown.map(matchKey)
    const end = shownKeys.indexOf(matchKey(match))
    const anchorIndex = isRange && anchor.current !== undefined ? shownKeys.indexOf(anchor.current) : -1
    const start = anchorIndex === -1 ? end : anchorIndex
    set(shownKeys.slice(Math.min(start, end), Math.max(start, end) + 1), !keys.has(matchKey(match)))
    anchor.current = matchKey(match)
  }
  return {
    chosen: shown.filter((match) => keys.has(matchKey(match))),
    isAll: shown.length > 0 && shown.every((match) => keys.has(matchKey(match))),
    has: (match: BzpMatch) => keys.has(matchKey(match)),
    toggle,
    setAll: (isOn: boolean) => set(shown.map(matchKey), isOn),
    clear: () => setKeys(new Set()),
  }
}

export type MatchSelection = ReturnType<typeof useMatchSelection>
