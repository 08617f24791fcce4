'use client'

import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'

import { asRoute } from '@/components/layout/as-route'
import { QueryView } from '@/components/layout/query-states'
import { Card } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { ClaimDeadlineBadge } from '@/components/ui/events/claim-deadline'
import { Link } from '@/components/ui/link'
import { SkeletonRows } from '@/components/ui/skeleton'
import { SourceBadge } from '@/components/ui/source-badge'
import { Time } from '@/components/ui/time'
import { useCountValues } from '@/components/ui/use-count-values'
import type { PanelAnswer } from '@/lib/client/client'
import { panelQuery } from '@/lib/client/queries'
import { opensClaims } from '@/lib/domain/events/claim-deadline'
import { findIdentifier, shownText } from '@/lib/domain/events/event-text'
import { formatTime } from '@/lib/domain/format/format'
import { shortName } from '@/lib/domain/format/short-name'
import { eventPath, monitorEventsPath } from '@/lib/domain/routes'

import { eventsInput } from './monitor-detail-queries'

type StoredEvent = PanelAnswer<'events.list'>['items'][number]

interface EventsCardProps {
  readonly id: string
  readonly title: string
  /** Shown if the monitor has no events: what to expect. */
  readonly whenNone: ReactNode
}

export function EventsCard({ id, title, whenNone }: EventsCardProps) {
  const t = useTranslations('monitors-detail')
  const common = useTranslations('common')
  const countValues = useCountValues()
  const events = useQuery(panelQuery('events.list', eventsInput(id)))
  const asOf = events.data?.reading.as_of
  return (
    <Card title={title} aside={asOf && common('asOf', { time: formatTime(asOf) })}>
      <QueryView
        query={events}
        skeleton={<SkeletonRows rows={6} />}
        contentName={t('eventsWhat')}
        isEmpty={({ items }) => items.length === 0}
        empty={<EmptyState title={t('noEvents')}>{whenNone}</EmptyState>}
      >
        {({ items, total }) => (
          <>
            <ul className="divide-y">
              {items.map((event) => (
                <EventItem key={event.id} event={event} hasSubject={hasSeveralSubjects(items)} />
              ))}
            </ul>
            <p className="border-t px-4 py-2.5">
              <Link href={asRoute(monitorEventsPath(id))} className="underline underline-offset-2">
                {t('allEvents', countValues(total))}
              </Link>
            </p>
          </>
        )}
      </QueryView>
    </Card>
  )
}

/** A filter watches many subjects, so each event names its subject. */
const hasSeveralSubjects = (events: readonly StoredEvent[]): boolean =>
  new Set(events.map(({ subject_name: name }) => name)).size > 1

function EventItem({ event, hasSubject }: { readonly event: StoredEvent; readonly hasSubject: boolean }) {
  const t = useTranslations('monitors-detail')
  const identifier = findIdentifier(event)
  const name = shownText(event.subject_name)
  const subjectTexts = [
    name && shortName(name),
    identifier && t(`identifierOf.${identifier.kind}`, { type: identifier.type, value: identifier.value }),
  ].filter((part) => part !== undefined)
  return (
    <li className="grid grid-cols-[4.75rem_minmax(0,1fr)_auto] items-center gap-x-3 px-4 py-2.5 max-sm:grid-cols-[4.75rem_minmax(0,1fr)]">
      <span>{event.source !== '' && <SourceBadge source={event.source} />}</span>
      <div className="min-w-0">
        <p>
          <Link href={asRoute(eventPath(event.id))} className="hover:underline">
            {event.title ? <span lang="pl">{shownText(event.title)}</span> : t('noTitle')}
          </Link>
        </p>
        {hasSubject && (
          <p className="truncate text-sm text-muted" title={name}>
            {subjectTexts.join(' · ')}
          </p>
        )}
      </div>
      <span className="flex flex-wrap items-center justify-end gap-x-3 gap-y-1 text-sm text-muted max-sm:col-start-2 max-sm:justify-start">
        {opensClaims(event) && <ClaimDeadlineBadge day={event.day} />}
        <Time instant={event.created_at} className="tabular" />
      </span>
    </li>
  )
}
