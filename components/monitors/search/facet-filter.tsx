'use client'

import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'

import { classNames } from '@/components/ui/class-names'
import { Icon } from '@/components/ui/icon'
import { lazyComponent } from '@/components/ui/lazy/lazy-component'
import { preload } from '@/components/ui/lazy/load-component'

import { type FacetFilterProps } from './facet'

/** The chip is dashed while inactive and filled while it filters. */
const triggerClass = (isOn: boolean): string =>
  classNames(
    'inline-flex h-8 max-w-64 items-center gap-1.5 rounded-md border px-2.5 whitespace-nowrap transition-colors',
    isOn
      ? 'border-accent-line bg-accent-soft font-medium text-accent-ink'
      : 'border-dashed border-edge/60 text-muted hover:bg-hover',
  )

const loadList = async () => (await import('./facet-list')).FacetList
const FacetList = lazyComponent(loadList)

/** One removable chip per chosen value, and a chip that opens the list of all values with counts. */
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
