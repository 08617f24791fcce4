'use client'

import { useTranslations } from 'use-intl'

import { asRoute } from '@/components/layout/as-route'
import { PersonalValue } from '@/components/shared/personal-value'
import { Button, LinkButton } from '@/components/ui/button'
import { ClaimDeadlineNote } from '@/components/ui/claim-deadline'
import { CopyButton } from '@/components/ui/copy-button'
import { DataList, DataRow } from '@/components/ui/data-list'
import { Link } from '@/components/ui/link'
import { Dialog } from '@/components/ui/overlay/dialog'
import { SourceBadge } from '@/components/ui/source-badge'
import { Time } from '@/components/ui/time'
import { opensClaims } from '@/lib/domain/events/claim-deadline'
import { shownText } from '@/lib/domain/events/event-text'
import { isEventSource, reportSourceOf } from '@/lib/domain/events/sources'
import { monitorPath, reportsOfDayPath } from '@/lib/domain/routes'

import type { FeedEvent } from './feed-store'
import { useEventTexts } from './use-event-texts'

interface EventDialogProps {
  readonly event: FeedEvent
  readonly isUnread: boolean
  readonly onToggle: (event: FeedEvent) => void
  readonly onClose: () => void
}

export function EventDialog({ event, isUnread, onToggle, onClose }: EventDialogProps) {
  const t = useTranslations('events.details')
  const names = useTranslations('register-names')
  const { name } = useEventTexts(event)
  const report = reportSourceOf(event.source)
  const { source } = event
  return (
    <Dialog
      title={name}
      size="md"
      onClose={onClose}
      footer={
        <>
          <Button onClick={() => onToggle(event)}>{t(isUnread ? 'markRead' : 'markUnread')}</Button>
          {report !== undefined && (
            <LinkButton href={asRoute(reportsOfDayPath(event.day, report))}>{t('report')}</LinkButton>
          )}
          {event.monitor_id !== '' && event.also.length === 0 && (
            <LinkButton variant="primary" href={asRoute(monitorPath(event.monitor_id))}>
              {t('monitor')}
            </LinkButton>
          )}
        </>
      }
    >
      {opensClaims(event) && <ClaimDeadlineNote day={event.day} />}
      <DataList>
        <DataRow label={t('what')}>{shownText(event.title) ?? t('unknown')}</DataRow>
        <DataRow label={t('source')}>
          <span className="inline-flex flex-wrap items-center gap-2">
            <SourceBadge source={source} />
            {isEventSource(source) && names(`${source}.source`)}
          </span>
        </DataRow>
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
    </Dialog>
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
