'use client'

import { useEffect, useMemo, useState } from 'react'

import { foldText } from '@/lib/domain/fold'

export interface Suggestion {
  readonly value: string
  readonly label: string
  readonly hint?: string | undefined
}

/** Called while the user types; the signal is aborted when the text changes. A failure shows no suggestions. */
export type Suggest = (query: string, signal: AbortSignal) => Promise<readonly Suggestion[]>

const DELAY_MS = 120

interface Answer {
  readonly query: string
  readonly items: readonly Suggestion[]
}

/**
 * Suggestions for a text; empty without a text or source. The answer to a shorter text stays until the next one
 * arrives, filtered by the current text: Enter must never choose an option that the full text excludes.
 */
export function useSuggestions(query: string, suggest: Suggest | undefined): readonly Suggestion[] {
  const [answer, setAnswer] = useState<Answer>()
  useEffect(() => {
    if (suggest === undefined || query === '') return undefined
    const controller = new AbortController()
    const loadSuggestions = async () => {
      const items = await suggest(query, controller.signal).catch(() => [])
      if (!controller.signal.aborted) setAnswer({ query, items })
    }
    const timer = setTimeout(() => void loadSuggestions(), DELAY_MS)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [query, suggest])
  return useMemo(() => narrow(answer, query), [answer, query])
}

const NONE: readonly Suggestion[] = []

function narrow(answer: Answer | undefined, query: string): readonly Suggestion[] {
  if (query === '' || answer === undefined || !query.startsWith(answer.query)) return NONE
  if (query === answer.query) return answer.items
  const words = foldText(query).split(/\s+/)
  return answer.items.filter(({ value, label }) => {
    const text = foldText(`${value} ${label}`)
    return words.every((word) => text.includes(word))
  })
}
