'use client'

import { type RefObject, useEffect, useRef } from 'react'

import { classNames } from '../class-names'
import { placeFloating } from '../overlay/place-floating'
import type { Suggestion } from './use-suggestions'

interface SuggestionListProps {
  readonly id: string
  readonly label: string
  readonly anchorRef: RefObject<HTMLElement | null>
  readonly items: readonly Suggestion[]
  readonly activeIndex: number
  readonly onPick: (item: Suggestion) => void
}

/** The id of an option, for `aria-activedescendant`. */
export function optionId(listId: string, index: number): string {
  return `${listId}-${index}`
}

/** Rendered in the top layer, so that no card clips it. The focus stays in the text field. */
export function SuggestionList({ id, label, anchorRef, items, activeIndex, onPick }: SuggestionListProps) {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const list = ref.current
    const owner = anchorRef.current
    if (!list || !owner) return undefined
    const updatePosition = () => placeFloating(owner, list, { align: 'start', isOwnerWidth: true })
    list.showPopover()
    const sizes = new ResizeObserver(updatePosition)
    sizes.observe(list)
    sizes.observe(owner)
    window.addEventListener('scroll', updatePosition, { capture: true, passive: true })
    window.addEventListener('resize', updatePosition)
    return () => {
      sizes.disconnect()
      window.removeEventListener('scroll', updatePosition, { capture: true })
      window.removeEventListener('resize', updatePosition)
    }
  }, [anchorRef])
  useEffect(() => {
    ref.current?.children.item(activeIndex)?.scrollIntoView({ block: 'nearest' })
  }, [activeIndex])
  return (
    <div
      ref={ref}
      id={id}
      role="listbox"
      aria-label={label}
      popover="manual"
      tabIndex={-1}
      className="fixed inset-auto m-0 max-h-72 overflow-y-auto floating p-1 text-ink"
    >
      {items.map((item, index) => (
        <div
          key={item.value}
          id={optionId(id, index)}
          role="option"
          tabIndex={-1}
          aria-selected={index === activeIndex}
          onPointerDown={(event) => {
            event.preventDefault()
            onPick(item)
          }}
          className={classNames(
            'cursor-pointer rounded-md px-2 py-1.5',
            index === activeIndex ? 'bg-hover' : 'hover:bg-hover',
          )}
        >
          {item.label}
          {item.hint !== undefined && <span className="block text-sm text-muted">{item.hint}</span>}
        </div>
      ))}
    </div>
  )
}
