'use client'

import { memo } from 'react'
import { useTranslations, useLocale } from 'use-intl'

import { asRoute } from '@/components/layout/as-route'
import { Badge } from '@/components/ui/badge'
import { buttonClass } from '@/components/ui/button-style'
import { classNames } from '@/components/ui/class-names'
import { useClock } from '@/components/ui/clock'
import { ClaimDeadlineRequest } from '@/components/ui/events/claim-deadline'
import { KindBadge } from '@/components/ui/events/kind-badge'
import { Icon } from '@/components/ui/icon'
import { Checkbox } from '@/components/ui/inputs/checkbox'
import { Link } from '@/components/ui/link'
import { Time } from '@/components/ui/time'
import { addDays, type Day, warsawDay } from '@/lib/domain/calendar'
import { opensClaims } from '@/lib/domain/events/claim-deadline'
import { shownText } from '@/lib/domain/events/event-text'
import { shortSourceName } from '@/lib/domain/events/sources'
import { formatDate } from '@/lib/domain/format/format'
import { shortName } from '@/lib/domain/format/short-name'
import { companyPath } from '@/lib/domain/routes'

import { companyNumberOf } from './company-number'
import type { EventReview, FeedEvent } from './feed-store'
import { useEventTexts } from './use-event-texts'

/** Stable between renders, so that a row is rendered only when it changes. */
export interface EventRowActions {
  readonly onOpen: (event: FeedEvent) => void
  /** The focus is somewhere in a row. */
  readonly onFocus: (index: number) => void
  /** The row itself has the focus. */
  readonly onActive: (event: FeedEvent) => void
  readonly onSelect: (event: FeedEvent, isRange: boolean) => void
}

export interface EventRowProps {
  readonly event: FeedEvent
  readonly review: EventReview | null
  readonly index: number
  /** The offset from the top of the list, in pixels. */
  readonly top: number
  readonly height: number
  /** -1 while more may follow. */
  readonly total: number
  readonly isUnread: boolean
  readonly isActive: boolean
  /** Whether its details are shown beside the list. */
  readonly isOpen: boolean
  readonly isSelected: boolean
  readonly hasDay: boolean
  readonly dayHeight: number
  readonly actions: EventRowActions
}

function Row(props: EventRowProps) {
  const { event, review, index, top, height, total, hasDay, dayHeight, isOpen, isSelected, isActive, actions } = props
  const { name, identifiers } = useEventTexts(event)
  const t = useTranslations('events.row')
  const locale = useLocale()
  const id = `event-${event.id}`
  const eventTitle = shownText(event.title)
  return (
    <div
      role="article"
      aria-posinset={index + 1}
      aria-setsize={total}
      aria-labelledby={`${id}-name`}
      aria-describedby={`${id}-what`}
      aria-current={isOpen ? 'true' : undefined}
      style={{ transform: `translateY(${top}px)`, height }}
      className="group absolute inset-x-0 top-0 flex flex-col"
    >
      {hasDay && <DayHeading day={event.day} height={dayHeight} />}
      <div
        onFocus={() => actions.onFocus(index)}
        className={classNames(
          'relative grid min-h-0 flex-1 grid-cols-[1.5rem_minmax(0,1fr)_auto] content-center items-center gap-x-2 gap-y-1 border-b px-2',
          isOpen ? 'bg-selected' : isSelected ? 'bg-accent-soft/50' : 'group-hover:bg-hover/60',
        )}
      >
        <Checkbox
          aria-label={t('select', { name })}
          checked={isSelected}
          tabIndex={isActive ? 0 : -1}
          onChange={() => undefined}
          onClick={(press) => actions.onSelect(event, press.shiftKey)}
          className="relative z-1 row-span-2 justify-center self-start max-sm:row-span-3"
        />
        <div className="flex min-w-0 items-center gap-2">
          <RowControl id={id} name={name} {...props} />
          <span className="truncate text-sm text-muted max-sm:hidden">{identifiers.join(', ')}</span>
        </div>
        <span className="flex items-center justify-end gap-2 text-sm text-muted">
          <span className="flex min-w-0 items-center gap-2 max-sm:hidden">
            <ReviewMark review={review} />
          </span>
          <Time instant={event.created_at} format="time" className="tabular" />
        </span>
        <p id={`${id}-what`} className="flex min-w-0 items-center gap-2 max-sm:col-span-2 max-sm:block">
          <KindBadge kind={event.kind} severity={event.severity} />
          <span lang="pl" className="truncate text-sm max-sm:mt-1 max-sm:line-clamp-2 max-sm:whitespace-normal">
            {eventTitle}
          </span>
        </p>
        <span className="flex min-w-0 items-center justify-end gap-2 text-sm max-sm:col-span-2 max-sm:justify-start">
          {opensClaims(event) && <ClaimDeadlineRequest day={event.day} />}
          <span className="whitespace-nowrap text-muted">{shortSourceName(event.source, locale)}</span>
          <span className="flex min-w-0 items-center gap-2 text-muted sm:hidden">
            <ReviewMark review={review} />
          </span>
          <CompanyLink event={event} name={name} isActive={isActive} />
        </span>
      </div>
    </div>
  )
}

type RowControlProps = Pick<EventRowProps, 'event' | 'index' | 'isUnread' | 'isActive' | 'actions'> & {
  readonly id: string
  readonly name: string
}

/** The control of the row, which covers the whole row. The unread one is bold, and its state is read out. */
function RowControl({ id, name, event, index, isUnread, isActive, actions }: RowControlProps) {
  const t = useTranslations('events.row')
  return (
    <p
      id={`${id}-name`}
      className={classNames(
        'flex min-w-0 shrink-0 max-w-full items-center gap-1.5',
        isUnread ? 'font-semibold' : 'font-medium',
      )}
    >
      <span
        aria-hidden
        className={classNames(
          'size-2 shrink-0 rounded-full forced-color-adjust-none',
          isUnread ? 'bg-accent' : 'invisible',
        )}
      />
      <button
        type="button"
        data-index={index}
        tabIndex={isActive ? 0 : -1}
        onFocus={() => actions.onActive(event)}
        onClick={() => actions.onOpen(event)}
        title={name}
        className="max-w-full truncate text-left outline-none before:absolute before:inset-0 focus-visible:before:outline-2 focus-visible:before:-outline-offset-2 focus-visible:before:outline-accent-ink"
      >
        {shortName(name)}
      </button>
      {isUnread && <span className="sr-only">, {t('unread')}</span>}
    </p>
  )
}

/** Who looks after the event, and who has reviewed it. */
function ReviewMark({ review }: Pick<EventRowProps, 'review'>) {
  const t = useTranslations('events.row')
  const assign = useTranslations('common.assign')
  const locale = useLocale()
  if (review === null) return null
  const { reviewed, assignee, note } = review
  const who = reviewed?.by ?? t('formerMember')
  const assigneeName = assignee?.name ?? assignee?.email
  return (
    <>
      {note !== null && (
        <span title={note} className="shrink-0">
          <Icon name="edit" size={12} />
          <span className="sr-only">{t('hasNote')}</span>
        </span>
      )}
      {assigneeName !== undefined && (
        <Badge tone="neutral" title={assign('to', { who: assigneeName })} className="max-w-36 min-w-0">
          <Icon name="user" size={11} />
          <span className="sr-only">{assign('to', { who: '' })}</span>
          <span className="truncate">{assigneeName}</span>
        </Badge>
      )}
      {reviewed !== null && (
        <Badge
          tone="accent"
          title={t('reviewedBy', { who, when: formatDate(reviewed.at, locale) })}
          className="max-w-64 min-w-0"
        >
          <Icon name="check" size={11} />
          <span className="truncate">{t('reviewed', { who })}</span>
        </Badge>
      )}
    </>
  )
}

type CompanyLinkProps = Pick<EventRowProps, 'event' | 'isActive'> & { readonly name: string }

/** One step from the event to its company. */
function CompanyLink({ event, name, isActive }: CompanyLinkProps) {
  const t = useTranslations('events.row')
  const number = companyNumberOf(event)
  if (number === undefined) return <span aria-hidden className="w-16 shrink-0 max-sm:hidden" />
  return (
    <Link
      href={asRoute(companyPath(number))}
      tabIndex={isActive ? 0 : -1}
      aria-label={t('openCompany', { name })}
      className={buttonClass({ size: 'sm', variant: 'ghost' }, 'relative z-1 px-1.5! text-accent-ink max-sm:ml-auto')}
    >
      {t('company')}
      <Icon name="chevron-right" size={12} />
    </Link>
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
