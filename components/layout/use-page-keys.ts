'use client'

import { useLayoutEffect, useRef } from 'react'

import { isTyping } from './use-shortcuts'

type PageKeys = Readonly<Record<string, () => void>>

/** Inside a dialog the page's letters mean nothing. */
const isInDialog = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('dialog, [role="dialog"], [role="alertdialog"], [role="menu"]') !== null

function isForPage(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.isComposing || isInDialog(event.target)) return false
  return !event.ctrlKey && !event.metaKey && !event.altKey && !isTyping(event.target)
}

/** Single keys that work anywhere on the page but in a text field or a dialog. */
export function usePageKeys(keys: PageKeys): void {
  const current = useRef(keys)
  // With what is painted, so that a key never finds the page that was there before.
  useLayoutEffect(() => {
    current.current = keys
  })
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const act = isForPage(event) ? current.current[event.key] : undefined
      if (act === undefined) return
      event.preventDefault()
      act()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}
