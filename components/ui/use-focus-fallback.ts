'use client'

import { type RefObject, useEffect } from 'react'

const FOCUSABLE = 'a[href], button, input, select, textarea, [tabindex="0"]'

const isUsable = (element: HTMLElement): boolean => !element.matches(':disabled') && element.getClientRects().length > 0

/** The element marked `data-return`, or else the first usable one. */
function firstIn(element: Element): HTMLElement | undefined {
  const usable = [...element.querySelectorAll<HTMLElement>(FOCUSABLE)].filter(isUsable)
  return usable.find(({ dataset }) => dataset['return'] !== undefined) ?? usable[0]
}

/** The ancestors of an element up to `part`, excluding the element itself. */
function ancestorsWithin(element: Element, part: Element): Element[] {
  const ancestors: Element[] = []
  for (
    let ancestor = element.parentElement;
    ancestor !== null && part.contains(ancestor);
    ancestor = ancestor.parentElement
  )
    ancestors.push(ancestor)
  return ancestors
}

/**
 * For a part of a page whose controls appear and disappear: if the focused control is removed, the focus moves to the
 * nearest remaining one (preferring `data-return`) instead of the top of the page.
 */
export function useFocusFallback(ref: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const part = ref.current
    if (part === null) return undefined
    let last: Element | undefined
    let ancestors: Element[] = []
    const onFocusIn = ({ target }: FocusEvent) => {
      if (!(target instanceof Element)) return
      last = target
      ancestors = ancestorsWithin(target, part)
    }
    const moveLostFocus = () => {
      if (last === undefined || last.isConnected || document.activeElement !== document.body) return
      last = undefined
      const near = ancestors.filter((element) => element.isConnected).map(firstIn)
      near.find((element) => element !== undefined)?.focus({ preventScroll: true })
    }
    const observer = new MutationObserver(moveLostFocus)
    observer.observe(part, { childList: true, subtree: true })
    part.addEventListener('focusin', onFocusIn)
    return () => {
      observer.disconnect()
      part.removeEventListener('focusin', onFocusIn)
    }
  }, [ref])
}
