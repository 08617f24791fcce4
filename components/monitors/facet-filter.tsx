'use client'

import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'

import { Icon } from '@/components/ui/icon'
import { lazyPart } from '@/components/ui/lazy-part'
import { preload } from '@/components/ui/load-part'

import type { FacetOption } from './facet-list'
import { triggerClass } from './filter-trigger'

const loadList = () => import('./facet-list').then((module) => module.FacetList)
const FacetList = lazyPart(loadList)

export interface FacetFilterProps {
  /** What the facet is called, e.g. "Tag". */
  readonly label: string
  readonly chosen: readonly string[]
  readonly onChange: (chosen: readonly string[]) => void
  /** What a chosen value's chip says. */
  readonly chipText: (value: string) => string
  /** All values with their counts; asked for while the list is open. */
  readonly options: () => readonly FacetOption[]
  /** How several chosen values go together, in words. */
  readonly hint: string
}

/** One chip per chosen value, which removes it, and a chip that opens the list of all values with their counts. */
export function FacetFilter({ label, chosen, onChange, chipText, options, hint }: FacetFilterProps) {
  const common = useTranslations('common')
  const ref = useRef<HTMLButtonElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  const remove = (value: string) => {
    onChange(chosen.filter((each) => each !== value))
    ref.current?.focus()
  }
  return (
    <>
      {chosen.map((value) => (
        <button
          key={value}
          type="button"
          aria-label={common('remove', { label: chipText(value) })}
          onClick={() => remove(value)}
          className={triggerClass(true)}
        >
          <span className="truncate">{chipText(value)}</span>
          <Icon name="close" size={11} />
        </button>
      ))}
      <button
        ref={ref}
        type="button"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onPointerEnter={() => preload(loadList)}
        onFocus={() => preload(loadList)}
        onClick={() => setIsOpen(true)}
        className={triggerClass(false)}
      >
        {label}
        <Icon name="chevron-down" size={12} />
      </button>
      {isOpen && (
        <FacetList {...{ label, chosen, onChange, options, hint }} triggerRef={ref} onClose={() => setIsOpen(false)} />
      )}
    </>
  )
}
