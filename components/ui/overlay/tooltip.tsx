'use client'

import { type ReactNode, type RefObject, useCallback, useEffect, useId, useRef } from 'react'

import { classNames } from '../class-names'
import { placeFloating } from './place-floating'

function useBubble(owner: RefObject<HTMLElement | null>, bubble: RefObject<HTMLElement | null>) {
  const show = useCallback(() => {
    if (!owner.current || !bubble.current || bubble.current.matches(':popover-open')) return
    bubble.current.showPopover()
    placeFloating(owner.current, bubble.current, { align: 'center' })
  }, [owner, bubble])
  const hide = useCallback(() => {
    if (bubble.current?.matches(':popover-open') === true) bubble.current.hidePopover()
  }, [bubble])
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && hide()
    document.addEventListener('keydown', onKey)
    // Focusing an element makes the browser scroll, and that scroll must not hide the tooltip.
    const onScroll = () => {
      const { current: anchor } = owner
      if (anchor && bubble.current && anchor.contains(document.activeElement)) {
        if (bubble.current.matches(':popover-open')) placeFloating(anchor, bubble.current, { align: 'center' })
      } else hide()
    }
    window.addEventListener('scroll', onScroll, { capture: true, passive: true })
    return () => {
      document.removeEventListener('keydown', onKey)
      window.removeEventListener('scroll', onScroll, { capture: true })
    }
  }, [owner, bubble, hide])
  return { show, hide }
}

interface TooltipProps {
  readonly text: string
  /** Receives the id for `aria-describedby`. Must be focusable, so that the keyboard can reach the text. */
  readonly children: (describedBy: string) => ReactNode
  readonly className?: string
}

/** A short explanation on hover and focus; Esc hides it. The text is in the DOM, so that screen readers read it. */
export function Tooltip({ text, children, className }: TooltipProps) {
  const id = useId()
  const owner = useRef<HTMLSpanElement>(null)
  const bubble = useRef<HTMLSpanElement>(null)
  const { show, hide } = useBubble(owner, bubble)
  return (
    <span
      ref={owner}
      className={classNames('inline-flex', className)}
      onPointerEnter={show}
      onPointerLeave={hide}
      onFocus={show}
      onBlur={hide}
    >
      {children(id)}
      <span
        ref={bubble}
        id={id}
        role="tooltip"
        popover="manual"
        className="pointer-events-none fixed inset-auto m-0 max-w-72 rounded-md border-0 bg-ink px-2.5 py-1.5 text-left text-sm font-normal whitespace-pre-line text-ground shadow-float"
      >
        {text}
      </span>
    </span>
  )
}
