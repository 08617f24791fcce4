'use client'

import { useEffect, useEffectEvent } from 'react'

/**
 * While active, no way out of the page is silent: closing the tab asks (`beforeunload`), and Back and the command palette
 * call `onAttempt` instead. `release` takes back the history entry that catches Back; call it when the guard ends.
 */
export function useLeaveGuard(isActive: boolean, onAttempt: () => void) {
  const attempt = useEffectEvent(onAttempt)
  useEffect(() => {
    if (!isActive) return undefined
    const controller = new AbortController()
    const { signal } = controller
    const stay = () => window.history.pushState(null, '', window.location.href)
    stay()
    window.addEventListener('beforeunload', (event) => event.preventDefault(), { signal })
    window.addEventListener(
      'popstate',
      () => {
        stay()
        attempt()
      },
      { signal },
    )
    document.addEventListener('keydown', blockPalette, { capture: true, signal })
    return () => controller.abort()
  }, [isActive])
  return { release: () => window.history.back() }
}

function blockPalette(event: KeyboardEvent) {
  if ((event.metaKey || event.ctrlKey) && event.key.toLowerCase() === 'k') {
    event.preventDefault()
    event.stopPropagation()
  }
}
