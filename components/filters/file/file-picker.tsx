'use client'

import type { ChangeEvent, ReactNode } from 'react'

import { buttonClass, type ButtonStyle } from '@/components/ui/button-style'
import { Icon } from '@/components/ui/icon'

interface FilePickerProps {
  /** What the file is for, for screen reader users, who may hear the control without its surroundings. */
  readonly label: string
  readonly accept?: string
  readonly look?: ButtonStyle
  readonly onFile: (file: File) => void
  readonly children: ReactNode
}

const LISTS = '.csv,.tsv,.txt,.xlsx,text/csv,text/plain'

/** Chooses one file; the same file can be chosen again. */
export function FilePicker({
  label,
  accept = LISTS,
  look = { size: 'sm', variant: 'ghost' },
  onFile,
  children,
}: FilePickerProps) {
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.target.files ?? []
    event.target.value = ''
    if (file !== undefined) onFile(file)
  }
  return (
    <label
      className={buttonClass(look, 'cursor-pointer has-focus-visible:outline-2 has-focus-visible:outline-accent-ink')}
    >
      <Icon name="upload" size={14} />
      {children}
      <input type="file" aria-label={label} accept={accept} onChange={choose} className="sr-only" />
    </label>
  )
}
