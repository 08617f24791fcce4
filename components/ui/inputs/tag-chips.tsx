'use client'

import type { KeyboardEvent, ReactNode } from 'react'

import type { Tone } from '../badge'
import { Chip } from '../chip'

export interface TagLook {
  /** Shown instead of the value. */
  readonly label?: string | undefined
  /** In place of the label, for what is more than a text; the label still names the chip. */
  readonly content?: ReactNode
  readonly tone?: Tone | undefined
  /** The verdict in words; on hover, and read out with the chip. */
  readonly title?: string | undefined
}

function stopsOf(element: HTMLElement): HTMLElement[] {
  return [...(element.closest('[role="group"]')?.querySelectorAll<HTMLElement>('[data-remove], input') ?? [])]
}

/** Left and right among the remove buttons and the input of a chips field. True when the focus moved. */
export function moveAmongChips(event: KeyboardEvent<HTMLElement>): boolean {
  const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key] ?? 0
  const stops = stopsOf(event.currentTarget)
  const next = by === 0 ? undefined : stops[stops.indexOf(event.currentTarget) + by]
  if (!next) return false
  event.preventDefault()
  next.focus()
  return true
}

interface TagChipsProps {
  readonly values: readonly string[]
  readonly describe: (value: string) => TagLook
  readonly onRemove: (value: string) => void
}

export function TagChips({ values, describe, onRemove }: TagChipsProps) {
  const onKeyDown = (event: KeyboardEvent<HTMLButtonElement>, value: string) => {
    if (event.key !== 'Delete' && event.key !== 'Backspace') return moveAmongChips(event)
    event.preventDefault()
    stopsOf(event.currentTarget).at(-1)?.focus()
    onRemove(value)
    return true
  }
  return values.map((value) => {
    const { label = value, content = label, title, tone } = describe(value)
    return (
      <Chip
        key={value}
        tone={tone}
        title={title}
        label={title === undefined ? label : `${label} (${title})`}
        isTabStop={false}
        onRemove={() => onRemove(value)}
        onRemoveKeyDown={(event) => onKeyDown(event, value)}
      >
        {content}
      </Chip>
    )
  })
}
