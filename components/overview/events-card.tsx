'use client'

import Link from 'next/link'
import { useTranslations } from 'use-intl'

import { QueryView } from '@/components/layout/query-states'
import { usePermission } from '@/components/layout/viewer'
import { LinkButton } from '@/components/ui/button'
import { Card, CardHeader } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { foldEvents } from '@/lib/domain/fold-events'
import { routes } from '@/lib/domain/routes'

import { CardNote } from './card-note'
import { EventRow } from './event-row'
import { ListSkeleton } from './list-skeleton'
import { EVENTS_SHOWN } from './overview-queries'
import { isSubscriptionRefusal } from './subscription'
import { EVENTS_REFRESH_S, useLatestEvents } from './use-latest-events'

export function EventsCard() {
  const t = useTranslations('overview.events')
  const { allowed } = usePermission('monitorEvents.list')
  const { isError } = useLatestEvents()
  const aside = allowed ? (isError ? t('paused') : t('live', { seconds: EVENTS_REFRESH_S })) : undefined
  return (
    <Card labelledBy="events-title">
      <CardHeader title={t('title')} titleId="events-title" aside={aside} />
      {allowed ? <Events /> : <CardNote>{t('denied')}</CardNote>}
    </Card>
  )
}

function Events() {
  const t = useTranslations('overview.events')
  const inactive = useTranslations('overview.subscription')
  const events = useLatestEvents()
  if (isSubscriptionRefusal(events.error)) return <CardNote>{inactive('short')}</CardNote>
  return (
    <QueryView
      query={events}
      skeleton={<ListSkeleton rows={EVENTS_SHOWN} />}
      what={t('what')}
      isEmpty={({ items }) => items.length === 0}
      empty={
        <EmptyState title={t('empty')} action={<LinkButton href={routes.monitors}>{t('addMonitors')}</LinkButton>}>
          {t('emptyHint')}
        </EmptyState>
      }
    >
      {({ items }) => (
        <>
          <ul className="divide-y">
            {foldEvents(items)
              .slice(0, EVENTS_SHOWN)
              .map((group) => (
                <EventRow key={group[0].id} group={group} />
              ))}
          </ul>
          <p className="border-t px-4 py-2.5">
            <Link href={routes.events} className="underline underline-offset-2">
              {t('all')}
            </Link>
          </p>
        </>
      )}
    </QueryView>
  )
}
