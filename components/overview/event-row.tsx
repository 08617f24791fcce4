'use client'

import { useTranslations } from 'use-intl'

import { asRoute } from '@/components/layout/as-route'
import { PersonalValue } from '@/components/shared/personal-value'
import { Link } from '@/components/ui/link'
import { SourceBadge } from '@/components/ui/source-badge'
import { Time } from '@/components/ui/time'
import type { OperationAnswer } from '@/lib/client/client'
import { findIdentifier, shownText } from '@/lib/domain/events/event-text'
import { shortName } from '@/lib/domain/format/short-name'
import { monitorPath, routes } from '@/lib/domain/routes'

type MonitorEvent = OperationAnswer<'monitorEvents.list'>['items'][number]

interface EventProps {
  /** One announcement as every monitor gave it, newest first. */
  readonly group: readonly [MonitorEvent, ...MonitorEvent[]]
}

export function RecentEventRow({ group }: EventProps) {
  const [event] = group
  const t = useTranslations('overview.events')
  const name = shownText(event.subject_name) ?? t(findIdentifier(event)?.kind === 'pesel' ? 'person' : 'subject')
  return (
    <li className="grid grid-cols-[4.75rem_minmax(0,1fr)] items-center gap-x-3 px-4 py-2.5 sm:grid-cols-[4.75rem_minmax(0,1fr)_auto]">
      <span>{event.source && <SourceBadge source={event.source} />}</span>
      <div className="min-w-0">
        <p className="truncate font-medium">
          <Link
            href={asRoute(event.monitor_id ? monitorPath(event.monitor_id) : routes.events)}
            title={name}
            className="hover:underline"
          >
            {shortName(name)}
          </Link>
        </p>
        <EventLine group={group} />
      </div>
      {event.created_at && (
        <Time
          instant={event.created_at}
          format="relative"
          className="text-sm whitespace-nowrap text-muted max-sm:col-start-2"
        />
      )}
    </li>
  )
}

/** Whom it is about by number, and what it says. */
function EventLine({ group }: EventProps) {
  const [event] = group
  const t = useTranslations('overview.events')
  const identifier = findIdentifier(event)
  const identifiers = group.map(findIdentifier).filter((known) => known !== undefined)
  const numbers = identifiers.map(({ kind, type, value }) => t(`identifier.${kind}`, { type, value }))
  const number = numbers.length === 0 ? undefined : [...new Set(numbers)].join(', ')
  const title = shownText(event.title)
  const line = [number, title].filter((part) => part !== undefined).join(' · ')
  if (identifier?.kind !== 'pesel' || number === undefined) {
    return (
      <p className="truncate text-sm text-muted" title={line}>
        {line}
      </p>
    )
  }
  return (
    <p className="flex min-w-0 items-center text-sm text-muted" title={line}>
      <PersonalValue masked={number} of={{ kind: 'event', id: event.id }} className="shrink-0" />
      {title !== undefined && <span className="truncate whitespace-pre">{` · ${title}`}</span>}
    </p>
  )
}
