'use client'

import { type ClipboardEvent, useEffect, useEffectEvent, useRef } from 'react'

import { TextArea } from './text-area'

/** A field with more than this makes the browser slow, so a longer paste is kept beside it. */
const LONGEST_FIELD = 20_000

interface PasteAreaProps {
  readonly label: string
  readonly hint: string
  readonly placeholder?: string
  readonly rows: number
  readonly text: string
  readonly onText: (text: string) => void
  /** `settleMs` after the last key. */
  readonly onSettled?: (text: string) => void
  readonly settleMs?: number
  /** What is too long for the field: all of it, with what stood there before. */
  readonly onLongPaste: (text: string) => void
}

/** A field for a list of numbers, typed or pasted. */
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
  // What was typed or pasted before this code had come is in the field, and nowhere else.
  useEffect(() => typeEarly(), [])
  const paste = (event: ClipboardEvent) => {
    const pasted = event.clipboardData.getData('text')
    if (pasted.length + text.length < LONGEST_FIELD) return
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
