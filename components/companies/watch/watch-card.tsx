'use client'

import { useTranslations } from 'use-intl'

import { asRoute } from '@/components/layout/as-route'
import { usePermission } from '@/components/layout/viewer'
import { Card, CardBody } from '@/components/ui/card'
import { Chip } from '@/components/ui/chip'
import { Link } from '@/components/ui/link'
import { SourceBadge } from '@/components/ui/source-badge'
import { Time } from '@/components/ui/time'
import type { PanelAnswer } from '@/lib/client/client'
import { shownText } from '@/lib/domain/events/event-text'
import { eventPath } from '@/lib/domain/routes'

import { TabLink } from '../frame/tab-link'

type CompanyAnswer = PanelAnswer<'companies.get'>

/** Whether the company is watched, under which label and tags, and its latest events. All of it is free. */
export function WatchCard({ companyAnswer: { monitors, events } }: { readonly companyAnswer: CompanyAnswer }) {
  const t = useTranslations('companies.watch')
  const { allowed, reason } = usePermission('monitors.list')
  const isWatched = monitors.length > 0
  return (
    <Card
      title={t('title')}
      aside={
        isWatched && (
          <TabLink tab="watch" className="underline underline-offset-2">
            {t('more')}
          </TabLink>
        )
      }
    >
      {isWatched ? (
        <ul className="divide-y">
          {monitors.map((monitor) => (
            <MonitorLine key={monitor.id} monitor={monitor} />
          ))}
        </ul>
      ) : (
        <CardBody className="text-muted">{allowed ? t('unwatched') : reason}</CardBody>
      )}
      {events.length > 0 && (
        <ul aria-label={t('events')} className="divide-y border-t">
          {events.map((event) => (
            <EventLine key={event.id} event={event} />
          ))}
        </ul>
      )}
    </Card>
  )
}

function MonitorLine({
  monitor: { label, tags, ...monitor },
}: {
  readonly monitor: CompanyAnswer['monitors'][number]
}) {
  const t = useTranslations('companies.watch')
  const { identifier_type: type, identifier_value: value, created_at: since, last_event_at: last } = monitor
  const name = shownText(label)
  return (
    <li className="space-y-1 px-4 py-2.5">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="tabular">
          {(type === 'krs' || type === 'nip') && value !== null ? `${type.toUpperCase()} ${value}` : t('byId')}
        </span>
        {name !== undefined && <bdi className="[overflow-wrap:anywhere]">{name}</bdi>}
        {tags.map((tag) => (
          <Chip key={tag}>{shownText(tag)}</Chip>
        ))}
      </p>
      <p className="text-sm text-muted">
        {t('since')} <Time instant={since} format="date" /> ·{' '}
        {last === null ? (
          t('noEvent')
        ) : (
          <>
            {t('lastEvent')} <Time instant={last} format="relative" />
          </>
        )}
      </p>
    </li>
  )
}

function EventLine({
  event: { id, source, title, created_at: at },
}: {
  readonly event: CompanyAnswer['events'][number]
}) {
  const t = useTranslations('companies.watch')
  return (
    <li className="px-4 py-2.5">
      <Link href={asRoute(eventPath(id))} className="hover:underline">
        {title ? <span lang="pl">{shownText(title)}</span> : t('noTitle')}
      </Link>
      <p className="flex flex-wrap items-center gap-x-2 text-sm text-muted">
        {source !== '' && <SourceBadge source={source} />}
        <Time instant={at} />
      </p>
    </li>
  )
}
