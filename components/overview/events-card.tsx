'use client'

import { useTranslations } from 'use-intl'

import { asRoute } from '@/components/layout/as-route'
import { QueryView } from '@/components/layout/query-states'
import { usePermission } from '@/components/layout/viewer'
import { PersonalValue } from '@/components/shared/personal-value'
import { LinkButton } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { Link } from '@/components/ui/link'
import { SourceBadge } from '@/components/ui/source-badge'
import { Time } from '@/components/ui/time'
import type { OperationAnswer } from '@/lib/client/client'
import { findIdentifier, shownText } from '@/lib/domain/events/event-text'
import { foldEvents } from '@/lib/domain/events/fold-events'
import { shortName } from '@/lib/domain/format/short-name'
import { eventPath, routes } from '@/lib/domain/routes'

import { EVENTS_SHOWN } from './overview-queries'
import { ListSkeleton } from './overview-skeletons'
import { EVENTS_REFRESH_S, type LatestEvents } from './use-latest-events'

interface EventsProps {
  readonly events: LatestEvents
}

export function RecentEventsCard({ events }: EventsProps) {
  const t = useTranslations('overview.events')
  return (
    <Card title={t('title')} aside={events.isError ? t('paused') : t('live', { seconds: EVENTS_REFRESH_S })}>
      <Events events={events} />
    </Card>
  )
}

function Events({ events }: EventsProps) {
  const t = useTranslations('overview.events')
  const { allowed: mayAdd } = usePermission('monitors.bulkCreate')
  return (
    <QueryView
      query={events}
      skeleton={<ListSkeleton rows={EVENTS_SHOWN} />}
      contentName={t('what')}
      isEmpty={({ items }) => items.length === 0}
      empty={
        <EmptyState
          title={t('empty')}
          action={mayAdd && <LinkButton href={routes.monitorsImport}>{t('addMonitors')}</LinkButton>}
        >
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

type MonitorEvent = OperationAnswer<'monitorEvents.list'>['items'][number]

interface EventProps {
  /** One announcement with an event per monitor, newest first. */
  readonly group: readonly [MonitorEvent, ...MonitorEvent[]]
}

function RecentEventRow({ group }: EventProps) {
  const [event] = group
  const t = useTranslations('overview.events')
  const name = shownText(event.subject_name) ?? t(findIdentifier(event)?.kind === 'pesel' ? 'person' : 'subject')
  return (
    <li className="px-4 py-2">
      <div className="flex items-baseline justify-between gap-3">
        <p className="truncate font-medium">
          <Link href={asRoute(eventPath(event.id))} title={name} className="hover:underline">
            {shortName(name)}
          </Link>
        </p>
        {event.created_at && (
          <Time instant={event.created_at} format="relative" className="text-sm whitespace-nowrap text-muted" />
        )}
      </div>
      <div className="flex items-center gap-2">
        {event.source && <SourceBadge source={event.source} />}
        <EventLine group={group} />
      </div>
    </li>
  )
}

function EventLine({ group }: EventProps) {
  const [event] = group
  const t = useTranslations('overview.events')
  const identifier = findIdentifier(event)
  const identifiers = group.map(findIdentifier).filter((known) => known !== undefined)
  const numbers = identifiers.map(({ kind, type, value }) => t(`identifier.${kind}`, { type, value }))
  const number = numbers.length === 0 ? undefined : [...new Set(numbers)].join(', ')
  const title = shownText(event.title)
  const line = [title, number].filter((part) => part !== undefined).join(' · ')
  const titleText = title !== undefined && <span lang="pl">{title}</span>
  const dot = title !== undefined && number !== undefined && ' · '
  if (identifier?.kind !== 'pesel' || number === undefined) {
    return (
      <p className="min-w-0 truncate text-sm text-muted" title={line}>
        {titleText}
        {dot}
        {number}
      </p>
    )
  }
  return (
    <p className="flex min-w-0 items-center text-sm text-muted" title={line}>
      {title !== undefined && (
        <span className="truncate whitespace-pre">
          {titleText}
          {dot}
        </span>
      )}
      <PersonalValue masked={number} source={{ kind: 'event', id: event.id }} className="shrink-0" />
    </p>
  )
}
