'use client'

import { type ReactNode, useId } from 'react'

export interface Segment<Value extends string> {
  readonly value: Value
  readonly label: ReactNode
}

interface SegmentedControlProps<Value extends string> {
  readonly label: string
  readonly segments: readonly Segment<Value>[]
  readonly value: Value
  readonly onChange: (value: Value) => void
}

/** A few exclusive options on one line. They are native radios, so arrow keys and forms work without extra code. */
export function SegmentedControl<Value extends string>({
  label,
  segments,
  value,
  onChange,
}: SegmentedControlProps<Value>) {
  const name = useId()
  return (
    <fieldset className="inline-flex max-w-full flex-wrap rounded-md border bg-hover p-0.5">
      <legend className="sr-only">{label}</legend>
      {segments.map((segment) => (
        <label
          key={segment.value}
          className="inline-flex h-7 cursor-pointer items-center rounded-sm border border-transparent px-2.5 text-muted has-checked:border-line has-checked:bg-card has-checked:font-medium has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:outline-accent-ink"
        >
          <input
            type="radio"
            name={name}
            value={segment.value}
            checked={segment.value === value}
            onChange={() => onChange(segment.value)}
            className="sr-only"
          />
          {segment.label}
        </label>
      ))}
    </fieldset>
  )
}
