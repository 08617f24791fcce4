'use client'

import { useCallback, useEffect, useSyncExternalStore } from 'react'

import type { FilterListName } from '@/lib/domain/filter-lists'

import type { ListFaults } from '../draft/filter-draft'
import { isAsked, isNamedList, knownName, learnNames, type NameOf, NAMES_AT_ONCE, namesVersion } from './names'

const SETTLE_MS = 120

/** Values without an answer, from a place on, and then from the beginning. */
function unasked(list: FilterListName, values: readonly string[], { from, faults }: Wanted): readonly string[] {
  const found: string[] = []
  for (let step = 0; step < values.length && found.length < NAMES_AT_ONCE; step += 1) {
    const value = values[(from + step) % values.length]
    if (value !== undefined && !faults.has(value) && !isAsked(list, value)) found.push(value)
  }
  return found
}

interface Wanted {
  /** The first value in sight. */
  readonly from: number
  readonly faults: ListFaults
}

/** The names that are known by now. The function is a new one whenever some more are. */
export function useNameOf(list: FilterListName): NameOf {
  const version = useSyncExternalStore(namesVersion.subscribe, namesVersion.read, () => 0)
  // The version stands for what the store knows.
  return useCallback((value) => (version < 0 ? undefined : knownName(list, value)), [list, version])
}

interface LearnOptions extends Wanted {
  readonly list: FilterListName
  /** In the order of the page. */
  readonly values: readonly string[]
  readonly isInView: boolean
  /** All of them are needed: to be found by, to be sorted by. */
  readonly isWhole: boolean
}

/** Asks for the names of what is in sight first, a thousand at a time, and for the others where all are needed. */
export function useLearntNames({ list, values, from, faults, isInView, isWhole }: LearnOptions): void {
  const version = useSyncExternalStore(namesVersion.subscribe, namesVersion.read, () => 0)
  useEffect(() => {
    // What was learnt since leaves less to ask for.
    if (version < 0 || !isInView || !isNamedList(list)) return undefined
    const timer = setTimeout(() => {
      const missing = unasked(list, values, { from, faults })
      const isVisible = missing.some((value) => values.slice(from, from + 20).includes(value))
      if (isVisible || isWhole) void learnNames(list, missing)
    }, SETTLE_MS)
    return () => clearTimeout(timer)
  }, [list, values, from, faults, isInView, isWhole, version])
}
