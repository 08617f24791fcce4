'use client'

import { type RefObject, useEffect, useRef } from 'react'

/**
 * Ctrl+F (⌘F) goes to the list's own search: only the rows on the screen are in the page, so the browser's search would miss the rest. In
 * the field itself it is the browser's again, for whoever looks for something else.
 */
export function useFindKey(field: RefObject<HTMLInputElement | null>, onFound: () => void): void {
  const told = useRef(onFound)
  useEffect(() => {
    told.current = onFound
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isFind = event.key.toLowerCase() === 'f' && (event.ctrlKey || event.metaKey)
      const input = field.current
      if (!isFind || event.shiftKey || event.altKey || event.defaultPrevented) return
      if (input === null || document.activeElement === input) return
      if (document.querySelector('dialog[open], [role="dialog"], [role="alertdialog"]') !== null) return
      event.preventDefault()
      input.focus()
      input.select()
      told.current()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [field])
}
