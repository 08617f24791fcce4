'use client'

import { useTranslations } from 'use-intl'

import { asRoute } from '@/components/layout/as-route'
import { Button, LinkButton } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'
import { reportSourceOf } from '@/lib/domain/events/sources'
import { companyPath, monitorPath, reportsOfDayPath } from '@/lib/domain/routes'

import { companyNumberOf } from './company-number'
import type { ViewProps } from './event-view'
import { hasReview } from './feed-store'
import { AssignEvents } from './list-bar'
import { useRegisterDetails } from './use-register-details'

/** What can be done with an event; opening its company comes first. */
export function EventActions({ event, feed, review, reviews, isUnread, onToggleRead }: ViewProps) {
  const t = useTranslations('events.details')
  const isReviewed = hasReview(review)
  return (
    <>
      <CompanyButton event={event} />
      <Button size="sm" disabledReason={reviews.denied} onClick={() => void reviews.toggleReviewed([event])}>
        <Icon name={isReviewed ? 'undo' : 'check'} size={14} />
        {t(isReviewed ? 'reopen' : 'review')}
      </Button>
      <AssignEvents feed={feed} events={[event]} reviews={reviews} />
      <OtherPages event={event} />
      <Button size="sm" variant="ghost" onClick={onToggleRead}>
        {t(isUnread ? 'markRead' : 'markUnread')}
      </Button>
    </>
  )
}

type EventProps = Pick<ViewProps, 'event'>

function CompanyButton({ event }: EventProps) {
  const t = useTranslations('events.details')
  const details = useRegisterDetails(event).data?.details
  const number = companyNumberOf(event) ?? details?.krs ?? details?.nip ?? undefined
  if (number === undefined) return null
  return (
    <LinkButton variant="primary" size="sm" href={asRoute(companyPath(number))}>
      {t('company')}
    </LinkButton>
  )
}

function OtherPages({ event }: EventProps) {
  const t = useTranslations('events.details')
  const report = reportSourceOf(event.source)
  return (
    <>
      {event.monitor_id !== '' && event.also.length === 0 && (
        <LinkButton size="sm" href={asRoute(monitorPath(event.monitor_id))}>
          {t('monitor')}
        </LinkButton>
      )}
      {report !== undefined && (
        <LinkButton size="sm" href={asRoute(reportsOfDayPath(event.day, report))}>
          {t('report')}
        </LinkButton>
      )}
    </>
  )
}
