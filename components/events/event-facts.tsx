'use client'

import { useTranslations } from 'use-intl'

import { asRoute } from '@/components/layout/as-route'
import { PersonalValue } from '@/components/shared/personal-value'
import { CopyButton } from '@/components/ui/copy-button'
import { DataList, DataRow } from '@/components/ui/data-list'
import { Link } from '@/components/ui/link'
import { SourceBadge } from '@/components/ui/source-badge'
import { Time } from '@/components/ui/time'
import { shownText } from '@/lib/domain/events/event-text'
import { registerSiteOf } from '@/lib/domain/events/register-sites'
import { isEventSource } from '@/lib/domain/events/sources'
import { monitorPath } from '@/lib/domain/routes'

import type { FeedEvent } from './feed-store'
import { useEventTexts } from './use-event-texts'
import type { RegisterDetails } from './use-register-details'

interface FactsProps {
  readonly event: FeedEvent
  readonly details: RegisterDetails | null
}

/** Where the event stands: its register, its numbers, and who watches its subject. */
export function EventFacts({ event, details }: FactsProps) {
  const t = useTranslations('events.details')
  const names = useTranslations('register-names')
  const { source } = event
  const site = registerSiteOf(source)
  return (
    <DataList>
      <DataRow label={t('source')}>
        <span className="inline-flex flex-wrap items-center justify-end gap-2">
          <SourceBadge source={source} />
          {isEventSource(source) && names(`${source}.source`)}
        </span>
      </DataRow>
      {details !== null && (
        <>
          {details.published_on !== null && (
            <DataRow label={t('published')}>
              <Time instant={details.published_on} format="date" />
            </DataRow>
          )}
          <Fact label={t('number')} value={details.number} />
          <Fact label={t('signature')} value={details.signature} />
          <Fact label={t('court')} value={details.court} />
        </>
      )}
      {site !== undefined && (
        <DataRow label={t('register')}>
          <a href={site} target="_blank" rel="noreferrer" className="underline underline-offset-2">
            {new URL(site).host}
          </a>
        </DataRow>
      )}
      <DataRow label={t('when')}>
        <Time instant={event.created_at} />
      </DataRow>
      <Identifiers event={event} />
      {event.also.length > 0 && (
        <DataRow label={t('monitors')}>
          <MonitorLinks event={event} />
        </DataRow>
      )}
      <DataRow label={t('announcement')}>
        <span className="inline-flex items-center gap-1">
          <code className="font-mono text-sm break-all">{event.announcement_id}</code>
          <CopyButton value={event.announcement_id} iconOnly />
        </span>
      </DataRow>
    </DataList>
  )
}

function Fact({ label, value }: { readonly label: string; readonly value: string | null }) {
  const shown = shownText(value)
  if (shown === undefined) return null
  return (
    <DataRow label={label}>
      <span lang="pl">{shown}</span>
    </DataRow>
  )
}

/** Lists the numbers by which the event was found; the number of a person can be revealed. */
function Identifiers({ event }: { readonly event: FeedEvent }) {
  const t = useTranslations('events.details')
  const { identifier, identifiers } = useEventTexts(event)
  if (identifier === undefined) return null
  return (
    <DataRow label={t(identifiers.length > 1 ? 'identifiers' : 'identifier')}>
      <PersonalValue masked={identifier} source={{ kind: 'event', id: event.id }} />
      {identifiers
        .filter((other) => other !== identifier)
        .map((other) => (
          <span key={other} className="block">
            {other}
          </span>
        ))}
    </DataRow>
  )
}

/** Links every monitor that found this announcement, with the number it matched. */
function MonitorLinks({ event }: { readonly event: FeedEvent }) {
  const t = useTranslations('events.details')
  const { numberOf } = useEventTexts(event)
  const monitors = [event, ...event.also].filter(({ monitor_id: id }) => id !== '')
  const names = monitors.map((monitor) => numberOf(monitor) ?? t('monitor'))
  return (
    <ul className="space-y-1">
      {monitors.map(({ id, monitor_id: monitorId }, index) => {
        const name = names[index] ?? ''
        const occurrence = names.slice(0, index + 1).filter((other) => other === name).length
        return (
          <li key={id}>
            <Link href={asRoute(monitorPath(monitorId))} className="underline underline-offset-2">
              {occurrence > 1 ? `${name} (${occurrence})` : name}
            </Link>
          </li>
        )
      })}
    </ul>
  )
}
