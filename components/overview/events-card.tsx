'use client'

import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'

import { QueryView } from '@/components/layout/query-states'
import { usePermission } from '@/components/layout/viewer'
import { LinkButton } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { Link } from '@/components/ui/link'
import { query } from '@/lib/client/queries'
import { foldEvents } from '@/lib/domain/events/fold-events'
import { routes } from '@/lib/domain/routes'

import { CardNote } from './card-note'
import { RecentEventRow } from './event-row'
import { EVENTS_SHOWN, EVENTS_ASKED } from './overview-queries'
import { ListSkeleton } from './overview-skeletons'
import { isSubscriptionRefusal } from './subscription'

const EVENTS_REFRESH_S = 15

/** The newest events, again every 15 s; not while the page is hidden, and not while the subscription forbids it. */
function useLatestEvents() {
  const { allowed } = usePermission('monitorEvents.list')
  return useQuery({
    ...query('monitorEvents.list', { query: { limit: EVENTS_ASKED } }),
    enabled: allowed,
    refetchInterval: ({ state }) => (isSubscriptionRefusal(state.error) ? false : EVENTS_REFRESH_S * 1000),
  })
}

export function RecentEventsCard() {
  const t = useTranslations('overview.events')
  const { allowed } = usePermission('monitorEvents.list')
  const { isError } = useLatestEvents()
  const aside = allowed ? (isError ? t('paused') : t('live', { seconds: EVENTS_REFRESH_S })) : undefined
  return (
    <Card title={t('title')} aside={aside}>
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
                <RecentEventRow key={group[0].id} group={group} />
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
