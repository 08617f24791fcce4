'use client'

import { useQuery } from '@tanstack/react-query'
import { type RefObject, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'

import { buttonClass } from '@/components/ui/button-style'
import { classNames } from '@/components/ui/class-names'
import { Icon } from '@/components/ui/icon'
import type { IconName } from '@/components/ui/icon-paths'
import { lazyComponent } from '@/components/ui/lazy/lazy-component'
import { preload } from '@/components/ui/lazy/load-component'
import { panelQuery } from '@/lib/client/queries'

import { viewsInput } from '../monitors-queries'
import { monitorAddress, type MonitorSearch } from '../search/monitor-search'

const loadColumns = async () => (await import('../table/columns-popover')).ColumnsPopover
const ColumnsPopover = lazyComponent(loadColumns)
const loadViews = async () => (await import('./views-popover')).ViewsPopover
const ViewsPopover = lazyComponent(loadViews)

interface ListControlsProps {
  readonly search: MonitorSearch
  readonly onChange: (part: Partial<MonitorSearch>) => void
}

const searchOf = (query: string): MonitorSearch => monitorAddress.read(new URLSearchParams(query))

/** Saved views; the button says which of them is shown. */
export function ViewsControl({ search, onChange }: ListControlsProps) {
  const t = useTranslations('monitors.views')
  const { data } = useQuery(panelQuery('views.list', viewsInput))
  const ref = useRef<HTMLButtonElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  const address = monitorAddress.write(search)
  const current = data?.items.find(({ query }) => monitorAddress.write(searchOf(query)) === address)
  return (
    <>
      <PopoverButton
        ref={ref}
        label={current?.name ?? t('title')}
        icon="list"
        isOpen={isOpen}
        onOpen={() => setIsOpen(true)}
        onWarm={() => preload(loadViews)}
      />
      {isOpen && (
        <ViewsPopover
          query={address.slice(1)}
          current={current}
          onOpenView={(query) => onChange(searchOf(query))}
          triggerRef={ref}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  )
}

/** The look of the list. */
export function ColumnsControl({ search, onChange }: ListControlsProps) {
  const t = useTranslations('monitors.look')
  const ref = useRef<HTMLButtonElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <PopoverButton
        ref={ref}
        label={t('title')}
        icon="chevron-updown"
        isOpen={isOpen}
        onOpen={() => setIsOpen(true)}
        onWarm={() => preload(loadColumns)}
      />
      {isOpen && (
        <ColumnsPopover search={search} onChange={onChange} triggerRef={ref} onClose={() => setIsOpen(false)} />
      )}
    </>
  )
}

interface PopoverButtonProps {
  readonly ref: RefObject<HTMLButtonElement | null>
  readonly label: string
  readonly icon: IconName
  readonly isOpen: boolean
  readonly onOpen: () => void
  /** Fetches the popover's code, before it is needed. */
  readonly onWarm: () => void
}

/** A button that opens what stands beside it; on a phone only its icon. */
function PopoverButton({ ref, label, icon, isOpen, onOpen, onWarm }: PopoverButtonProps) {
  return (
    <button
      ref={ref}
      type="button"
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      onPointerEnter={onWarm}
      onFocus={onWarm}
      onClick={onOpen}
      className={classNames(buttonClass({}), 'max-w-44 shrink')}
    >
      <Icon name={icon} size={14} />
      <span className="truncate max-sm:sr-only">{label}</span>
    </button>
  )
}
