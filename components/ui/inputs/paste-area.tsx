'use client'

import { type ClipboardEvent, useEffect, useEffectEvent, useRef } from 'react'

import { TextArea } from './text-area'

/** A longer text makes the browser's field slow, so it is stored outside the field. */
export const MAX_FIELD_LENGTH = 20_000

interface PasteAreaProps {
  readonly label: string
  readonly hint: string
  readonly placeholder?: string
  readonly rows: number
  readonly text: string
  readonly onText: (text: string) => void
  /** Called `settleMs` after the last key. */
  readonly onSettled?: (text: string) => void
  readonly settleMs?: number
  /** Receives the whole text, including what the field held before, if it is too long for the field. */
  readonly onLongPaste: (text: string) => void
}

export function PasteArea({ text, onText, onSettled, settleMs, onLongPaste, ...shown }: PasteAreaProps) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => () => clearTimeout(timer.current), [])
  const type = (next: string) => {
    onText(next)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => onSettled?.(next), settleMs)
  }
  const typeEarly = useEffectEvent(() => {
    const early = field.current?.value ?? ''
    if (early !== text) type(early)
  })
  // Text entered before hydration is only in the DOM, so it is read from there once.
  useEffect(() => typeEarly(), [])
  const paste = (event: ClipboardEvent) => {
    const pasted = event.clipboardData.getData('text')
    if (pasted.length + text.length < MAX_FIELD_LENGTH) return
    event.preventDefault()
    onLongPaste(text.trim() === '' ? pasted : `${text}\n${pasted}`)
  }
  return (
    <TextArea
      ref={field}
      {...shown}
      spellCheck={false}
      autoComplete="off"
      value={text}
      onPaste={paste}
      onChange={(event) => type(event.target.value)}
      className="font-mono text-sm"
    />
  )
}
