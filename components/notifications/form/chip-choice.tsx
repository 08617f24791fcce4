'use client'

import { useId } from 'react'

import { FilterChip } from '@/components/ui/chip'

interface ChipChoiceProps<Value extends string> {
  readonly label: string
  readonly hint: string
  readonly options: readonly { readonly value: Value; readonly label: string }[]
  readonly values: readonly Value[]
  readonly onChange: (values: Value[]) => void
}

/** Several of a few, in their order. */
export function ChipChoice<Value extends string>({ label, hint, options, values, onChange }: ChipChoiceProps<Value>) {
  const id = useId()
  const toggled = (value: Value) =>
    options
      .map((option) => option.value)
      .filter((each) => (each === value ? !values.includes(each) : values.includes(each)))
  return (
    <div role="group" aria-labelledby={`${id}-label`} aria-describedby={`${id}-hint`}>
      <p id={`${id}-label`} className="mb-1.5 font-medium">
        {label}
      </p>
      <div className="flex flex-wrap gap-1.5">
        {options.map((option) => (
          <FilterChip
            key={option.value}
            isOn={values.includes(option.value)}
            onChange={() => onChange(toggled(option.value))}
          >
            {option.label}
          </FilterChip>
        ))}
      </div>
      <p id={`${id}-hint`} className="mt-1 text-sm text-muted">
        {hint}
      </p>
    </div>
  )
}
