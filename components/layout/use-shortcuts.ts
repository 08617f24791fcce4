'use client'

import { useEffect } from 'react'

/** True while the user types: a letter then belongs to the text and is not a shortcut. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  return target.isContentEditable || target.matches('input:not([type=checkbox]):not([type=radio]), textarea, select')
}

export type Shortcut = 'palette' | 'help'

function shortcutOf(event: KeyboardEvent): Shortcut | undefined {
  if (event.defaultPrevented || event.isComposing) return undefined
  const hasModifier = event.metaKey || event.ctrlKey
  if (hasModifier && event.key.toLowerCase() === 'k') return 'palette'
  return event.key === '?' && !hasModifier && !isTyping(event.target) ? 'help' : undefined
}

export function useShortcuts(onShortcut: (shortcut: Shortcut) => void): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const shortcut = shortcutOf(event)
      if (shortcut === undefined) return
      event.preventDefault()
      onShortcut(shortcut)
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [onShortcut])
}
