'use client'

import { memo } from 'react'
import { useTranslations, useLocale } from 'use-intl'

import { ClaimDeadlineBadge } from '@/components/ui/claim-deadline'
import { classNames } from '@/components/ui/class-names'
import { useClock } from '@/components/ui/clock'
import { SourceBadge } from '@/components/ui/source-badge'
import { Time } from '@/components/ui/time'
import { addDays, type Day, warsawDay } from '@/lib/domain/calendar'
import { opensClaims } from '@/lib/domain/events/claim-deadline'
import { shownText } from '@/lib/domain/events/event-text'
import { formatDate } from '@/lib/domain/format/format'
import { shortName } from '@/lib/domain/format/short-name'

import type { FeedEvent } from './feed-store'
import { useEventTexts } from './use-event-texts'

export interface EventRowProps {
  readonly event: FeedEvent
  readonly index: number
  /** The offset from the top of the list, in pixels. */
  readonly top: number
  readonly height: number
  /** -1 while more may follow. */
  readonly total: number
  readonly isUnread: boolean
  readonly isActive: boolean
  readonly hasDay: boolean
  readonly dayHeight: number
  readonly onOpen: (event: FeedEvent) => void
  readonly onFocus: (index: number) => void
}

function Row({ event, index, top, height, total, hasDay, dayHeight, ...state }: EventRowProps) {
  const { name, identifiers } = useEventTexts(event)
  const id = `event-${event.id}`
  const eventTitle = shownText(event.title)
  return (
    <div
      role="article"
      aria-posinset={index + 1}
      aria-setsize={total}
      aria-labelledby={`${id}-name`}
      aria-describedby={`${id}-what`}
      style={{ transform: `translateY(${top}px)`, height }}
      className="group absolute inset-x-0 top-0 flex flex-col"
    >
      {hasDay && <DayHeading day={event.day} height={dayHeight} />}
      <div
        className={classNames(
          'relative grid min-h-0 flex-1 grid-cols-[0.75rem_4.75rem_minmax(0,1fr)_auto] items-center gap-x-2 border-b px-3 group-hover:bg-hover/60',
          'max-sm:grid-cols-[0.75rem_minmax(0,1fr)_auto] max-sm:content-center max-sm:gap-y-0.5',
        )}
      >
        <UnreadDot isUnread={state.isUnread} />
        <span className="max-sm:col-start-2">{event.source !== '' && <SourceBadge source={event.source} />}</span>
        <div className="min-w-0 max-sm:col-span-2 max-sm:col-start-2 max-sm:row-start-2">
          <RowControl id={id} event={event} index={index} name={name} {...state} />
          <p id={`${id}-what`} className="truncate text-sm text-muted">
            {[eventTitle, identifiers.join(', ')].filter((part) => part !== undefined && part !== '').join(' · ')}
          </p>
        </div>
        <span className="flex flex-col items-end gap-0.5 text-sm whitespace-nowrap text-muted max-sm:flex-row max-sm:items-center max-sm:gap-2">
          {opensClaims(event) && <ClaimDeadlineBadge day={event.day} />}
          <Time instant={event.created_at} format="time" className="tabular" />
        </span>
      </div>
    </div>
  )
}

interface RowControlProps extends Pick<
  EventRowProps,
  'event' | 'index' | 'isUnread' | 'isActive' | 'onOpen' | 'onFocus'
> {
  readonly id: string
  readonly name: string
}

/** The control of the row, which covers the whole row. */
function RowControl({ id, name, event, index, isUnread, isActive, onOpen, onFocus }: RowControlProps) {
  const t = useTranslations('events.row')
  return (
    <p id={`${id}-name`} className={classNames('truncate', isUnread ? 'font-semibold' : 'font-medium')}>
      <button
        type="button"
        data-index={index}
        tabIndex={isActive ? 0 : -1}
        onFocus={() => onFocus(index)}
        onClick={() => onOpen(event)}
        title={name}
        className="max-w-full truncate text-left outline-none before:absolute before:inset-0 focus-visible:before:outline-2 focus-visible:before:-outline-offset-2 focus-visible:before:outline-accent-ink"
      >
        {shortName(name)}
      </button>
      {isUnread && <span className="sr-only">, {t('unread')}</span>}
    </p>
  )
}

/** Colour is not the only sign: the name is also bold, and the state has a text for screen readers. */
function UnreadDot({ isUnread }: { readonly isUnread: boolean }) {
  return (
    <span
      aria-hidden
      className={classNames('size-2 rounded-full max-sm:row-span-2', isUnread ? 'bg-accent' : 'bg-transparent')}
    />
  )
}

export const EventRow = memo(Row)

function DayHeading({ day, height }: { readonly day: Day; readonly height: number }) {
  const t = useTranslations('events.days')
  const locale = useLocale()
  const today = warsawDay(new Date(useClock()))
  const date = formatDate(day, locale)
  return (
    <h2
      style={{ height }}
      className="flex shrink-0 items-center border-b bg-ground/60 px-4 text-sm font-medium text-muted"
    >
      {day === today && t('today', { date })}
      {day === addDays(today, -1) && t('yesterday', { date })}
      {day !== today && day !== addDays(today, -1) && date}
    </h2>
  )
}
