'use client'

import type { ComponentProps } from 'react'

import { Icon } from '../icon'
import { TextField } from './text-field'

interface SearchFieldProps extends Pick<ComponentProps<'input'>, 'maxLength' | 'spellCheck'> {
  /** Read out, not shown. */
  readonly label: string
  /** Shown while it is empty; the label when not given. */
  readonly placeholder?: string
  readonly value: string
  readonly onChange: (text: string) => void
}

/** Narrows what stands below it. */
export function SearchField({ label, placeholder = label, onChange, ...input }: SearchFieldProps) {
  return (
    <TextField
      type="search"
      label={label}
      isLabelHidden
      placeholder={placeholder}
      autoComplete="off"
      start={<Icon name="search" />}
      {...input}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
