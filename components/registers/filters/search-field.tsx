'use client'

import { type FormEvent, type ReactNode, useEffect, useEffectEvent, useState } from 'react'

import { TextField } from '@/components/ui/inputs/text-field'
import { useSettled } from '@/components/ui/use-settled'

const SETTLE_MS = 400

interface SearchFieldProps {
  readonly label: string
  readonly value: string
  readonly maxLength: number
  readonly start?: ReactNode
  /** Why a text is not looked for; undefined for one that is. */
  readonly problemOf: (typed: string) => string | undefined
  /** The text as it is looked for. */
  readonly toValue: (typed: string) => string
  readonly onChange: (value: string) => void
}

/** A text of the search, which follows what is typed; the address has it once typing rests, Enter is pressed or the field is left. */
export function SearchField({ label, value, maxLength, start, problemOf, toValue, onChange }: SearchFieldProps) {
  const [typed, setTyped] = useState(value)
  const [known, setKnown] = useState(value)
  // A step back, or a chip that was taken off.
  if (known !== value) {
    setKnown(value)
    if (toValue(typed) !== value) setTyped(value)
  }
  const problem = problemOf(typed)
  const settled = useSettled(typed, SETTLE_MS)
  const commit = (text: string) => {
    if (problemOf(text) === undefined && toValue(text) !== value) onChange(toValue(text))
  }
  const rest = useEffectEvent((text: string) => commit(text))
  useEffect(() => rest(settled), [settled])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    commit(typed)
  }
  return (
    <form role="search" aria-label={label} onSubmit={submit}>
      <TextField
        label={label}
        isLabelHidden
        placeholder={label}
        type="search"
        maxLength={maxLength}
        value={typed}
        start={start}
        error={settled === typed ? problem : undefined}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={() => commit(typed)}
      />
    </form>
  )
}
