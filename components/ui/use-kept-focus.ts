'use client'

import { type RefObject, useEffect } from 'react'

const FOCUSABLE = 'a[href], button, input, select, textarea, [tabindex="0"]'

const isUsable = (element: HTMLElement): boolean => !element.matches(':disabled') && element.getClientRects().length > 0

/** The control that is named as the way back, else the first. */
function firstIn(element: Element): HTMLElement | undefined {
  const usable = [...element.querySelectorAll<HTMLElement>(FOCUSABLE)].filter(isUsable)
  return usable.find(({ dataset }) => dataset['return'] !== undefined) ?? usable[0]
}

/** From an element up to the part, itself left out. */
function waysUp(element: Element, part: Element): Element[] {
  const ways: Element[] = []
  for (let at = element.parentElement; at !== null && part.contains(at); at = at.parentElement) ways.push(at)
  return ways
}

/**
 * A part whose controls come and go with what is done: when the one that had the focus is taken away, the focus goes to the
 * nearest that is left (one marked `data-return` before others), instead of to the top of the page.
 */
export function useKeptFocus(ref: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const part = ref.current
    if (part === null) return undefined
    let last: Element | undefined
    let around: Element[] = []
    const note = ({ target }: FocusEvent) => {
      if (!(target instanceof Element)) return
      last = target
      around = waysUp(target, part)
    }
    const keep = () => {
      if (last === undefined || last.isConnected || document.activeElement !== document.body) return
      last = undefined
      const near = around.filter((element) => element.isConnected).map(firstIn)
      near.find((element) => element !== undefined)?.focus({ preventScroll: true })
    }
    const observer = new MutationObserver(keep)
    observer.observe(part, { childList: true, subtree: true })
    part.addEventListener('focusin', note)
    return () => {
      observer.disconnect()
      part.removeEventListener('focusin', note)
    }
  }, [ref])
}
