'use client'

import type { ComponentProps } from 'react'

import { Icon } from '../icon'
import { TextField } from './text-field'

interface SearchFieldProps extends Pick<ComponentProps<'input'>, 'maxLength' | 'spellCheck' | 'autoFocus'> {
  readonly label: string
  /** Shown while the field is empty; the label by default. */
  readonly placeholder?: string
  readonly value: string
  readonly onChange: (text: string) => void
}

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
