'use client'

import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'

import { lazyPart } from '@/components/ui/lazy-part'
import { preload } from '@/components/ui/load-part'
import { panelQuery } from '@/lib/client/queries'

import { type MonitorSearch, readSearch, writeSearch } from './monitor-search'
import { viewsInput } from './monitors-queries'
import { PopoverButton } from './popover-button'

const loadColumns = () => import('./columns-popover').then((module) => module.ColumnsPopover)
const ColumnsPopover = lazyPart(loadColumns)
const loadViews = () => import('./views-popover').then((module) => module.ViewsPopover)
const ViewsPopover = lazyPart(loadViews)

interface ListControlsProps {
  readonly search: MonitorSearch
  readonly onChange: (part: Partial<MonitorSearch>) => void
}

const searchOf = (query: string): MonitorSearch => readSearch(new URLSearchParams(query))

/** Saved views; the button says which of them is shown. */
export function ViewsControl({ search, onChange }: ListControlsProps) {
  const t = useTranslations('monitors.views')
  const { data } = useQuery(panelQuery('views.list', viewsInput))
  const ref = useRef<HTMLButtonElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  const address = writeSearch(search)
  const current = data?.items.find(({ query }) => writeSearch(searchOf(query)) === address)
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
