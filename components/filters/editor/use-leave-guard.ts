'use client'

import { useEffect, useRef, useState } from 'react'

import { useUnloadWarning } from '@/components/ui/use-unload-warning'

const isPlainClick = ({ button, ctrlKey, metaKey, shiftKey, altKey }: MouseEvent): boolean =>
  button === 0 && !ctrlKey && !metaKey && !shiftKey && !altKey

/** The link of a plain click that would take what is open away. */
function leavingBy(event: MouseEvent): HTMLAnchorElement | undefined {
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null
  if (!isPlainClick(event) || link === null || link.target === '_blank' || link.download !== '') return undefined
  const { origin, pathname, search } = new URL(link.href)
  const isHere = pathname === window.location.pathname && search === window.location.search
  return origin === window.location.origin && !isHere ? link : undefined
}

/**
 * Asks before a click leaves unsaved changes behind; the browser itself asks before the tab goes. Back and forward cannot
 * be held up: there the draft memory brings the changes back.
 */
export function useFilterLeaveGuard(isDirty: boolean) {
  const [link, setLink] = useState<HTMLAnchorElement>()
  const isLeaving = useRef(false)
  useUnloadWarning(isDirty)
  useEffect(() => {
    if (!isDirty) return undefined
    const onClick = (event: MouseEvent) => {
      const found = isLeaving.current ? undefined : leavingBy(event)
      if (found === undefined) return
      event.preventDefault()
      event.stopImmediatePropagation()
      setLink(found)
    }
    // The window comes before React's own listener on the document.
    window.addEventListener('click', onClick, { capture: true })
    return () => window.removeEventListener('click', onClick, { capture: true })
  }, [isDirty])
  const stay = () => setLink(undefined)
  const leave = () => {
    isLeaving.current = true
    // The same click again, so that whatever the link does is done its own way.
    link?.click()
    stay()
  }
  return { isAsking: link !== undefined, stay, leave }
}
