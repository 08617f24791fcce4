'use client'

import { useTranslations } from 'use-intl'

import { deferredComponent } from '@/components/ui/lazy/deferred-component'

import type { EventListProps } from './event-list'
import { EventRow, type EventRowActions } from './event-row'
import { heightOf, useEventSizes } from './event-sizes'
import { rowStateOf } from './row-state'

/** The virtualized list loads after the page; until then its first rows from the server are shown. */
export const EventListLazy = deferredComponent<EventListProps>(
  async () => (await import('./event-list')).EventList,
  FirstRows,
)

/** Enough rows for a tall window. */
const ROWS = 16

const nothing = () => undefined

/** Rows as the list draws them. They open and are selected; keys come with the list. */
function FirstRows(props: EventListProps) {
  const { events, selection, onOpen } = props
  const t = useTranslations('events')
  const sizes = useEventSizes()
  const heights = events.map((_, index) => heightOf(events, index, sizes))
  const topOf = (index: number) => sum(heights.slice(0, index))
  const actions: EventRowActions = { onOpen, onFocus: nothing, onActive: nothing, onSelect: selection.toggle }
  return (
    <div role="feed" aria-label={t('title')} aria-busy className="relative" style={{ height: sum(heights) }}>
      {events.slice(0, ROWS).map((event, index) => (
        <EventRow
          key={event.id}
          {...rowStateOf(props, event, index)}
          top={topOf(index)}
          height={heights[index] ?? sizes.row}
          dayHeight={sizes.day}
          isActive={index === 0}
          actions={actions}
        />
      ))}
    </div>
  )
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)
