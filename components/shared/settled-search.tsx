'use client'

import { useEffect, useState } from 'react'

import { SearchField } from '@/components/ui/inputs/search-field'
import { useDebouncedValue } from '@/components/ui/use-debounced-value'

const SETTLE_MS = 400

interface SettledSearchProps {
  readonly label: string
  readonly q: string
  readonly maxLength: number
  readonly autoFocus?: boolean
  readonly onChange: (q: string) => void
}

/** A search field that reports its text once the user pauses; a single character is not searched. */
export function SettledSearch({ q, onChange, ...field }: SettledSearchProps) {
  const [text, setText] = useState(q)
  const [known, setKnown] = useState(q)
  // The address has changed, as with the back button or by clearing all filters.
  if (q !== known) {
    setKnown(q)
    if (tidy(text) !== q) setText(q)
  }
  const settled = useDebouncedValue(text, SETTLE_MS)
  useEffect(() => {
    const next = tidy(settled)
    if (settled === text && next !== q && next.length !== 1) onChange(next)
  }, [settled, text, q, onChange])
  return <SearchField {...field} value={text} onChange={setText} />
}

const tidy = (text: string) => text.replace(/\s+/g, ' ').trim()
