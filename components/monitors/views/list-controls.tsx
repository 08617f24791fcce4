'use client'

import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { useTranslations } from 'use-intl'

import { Icon } from '@/components/ui/icon'
import type { IconName } from '@/components/ui/icon-paths'
import { lazyComponent } from '@/components/ui/lazy/lazy-component'
import { PopoverButton } from '@/components/ui/overlay/popover-button'
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

export function ViewsControl({ search, onChange }: ListControlsProps) {
  const t = useTranslations('monitors.views')
  const trigger = useRef<HTMLButtonElement>(null)
  const { data } = useQuery(panelQuery('views.list', viewsInput))
  const address = monitorAddress.write(search)
  const current = data?.items.find(({ query }) => monitorAddress.write(searchOf(query)) === address)
  return (
    <PopoverButton
      triggerRef={trigger}
      className="max-w-44 shrink"
      load={loadViews}
      renderPopover={(close) => (
        <ViewsPopover
          query={address.slice(1)}
          current={current}
          onOpenView={(query) => onChange(searchOf(query))}
          triggerRef={trigger}
          onClose={close}
        />
      )}
    >
      <ControlName icon="list" name={current?.name ?? t('title')} />
    </PopoverButton>
  )
}

export function ColumnsControl({ search, onChange }: ListControlsProps) {
  const t = useTranslations('monitors.look')
  const trigger = useRef<HTMLButtonElement>(null)
  return (
    <PopoverButton
      triggerRef={trigger}
      className="max-w-44 shrink"
      load={loadColumns}
      renderPopover={(close) => (
        <ColumnsPopover search={search} onChange={onChange} triggerRef={trigger} onClose={close} />
      )}
    >
      <ControlName icon="chevron-updown" name={t('title')} />
    </PopoverButton>
  )
}

/** On a phone only the icon is visible. */
function ControlName({ icon, name }: { readonly icon: IconName; readonly name: string }) {
  return (
    <>
      <Icon name={icon} size={14} />
      <span className="truncate max-sm:sr-only">{name}</span>
    </>
  )
}
