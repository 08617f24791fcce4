'use client'

import { useLayoutEffect, useRef } from 'react'

import { isTyping } from './use-shortcuts'

type PageKeys = Readonly<Record<string, () => void>>

/** Page shortcuts are disabled inside a dialog. */
const isInDialog = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('dialog, [role="dialog"], [role="alertdialog"], [role="menu"]') !== null

function isForPage(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.isComposing || isInDialog(event.target)) return false
  return !event.ctrlKey && !event.metaKey && !event.altKey && !isTyping(event.target)
}

/** Single-key shortcuts that work anywhere on the page except in a text field or a dialog. */
export function usePageKeys(keys: PageKeys): void {
  const current = useRef(keys)
  // A layout effect keeps the handlers in step with the painted page, so that a key never reaches the previous page.
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
