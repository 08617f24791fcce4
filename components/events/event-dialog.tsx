'use client'

import { useState } from 'react'
import { useTranslations } from 'use-intl'

import { asRoute } from '@/components/layout/as-route'
import { PersonalValue } from '@/components/layout/personal-value'
import { Button, LinkButton } from '@/components/ui/button'
import { ClaimDeadlineNote } from '@/components/ui/claim-deadline'
import { CopyButton } from '@/components/ui/copy-button'
import { DataList, DataRow } from '@/components/ui/data-list'
import { Dialog } from '@/components/ui/dialog'
import { SourceBadge } from '@/components/ui/source-badge'
import { Time } from '@/components/ui/time'
import { opensClaims } from '@/lib/domain/claim-deadline'
import { shownText } from '@/lib/domain/event-text'
import { monitorPath, reportsOfDayPath } from '@/lib/domain/routes'

import type { FeedEvent } from './feed-store'
import { useEventTexts } from './use-event-texts'

interface EventDialogProps {
  /** Undefined: closed. */
  readonly event: FeedEvent | undefined
  readonly isUnread: boolean
  readonly onToggle: (event: FeedEvent) => void
  readonly onClose: () => void
}

/** Sources whose announcements stand in the daily report of the day. */
const reportOf: Readonly<Record<string, string>> = { krz: 'krz', msig: 'msig', krs: 'krs_changes' }

/** One event in whole. */
export function EventDialog({ event, ...rest }: EventDialogProps) {
  // While it closes, it still shows what it showed.
  const [last, setLast] = useState(event)
  if (event !== undefined && event !== last) setLast(event)
  return last === undefined ? null : <Details {...rest} event={last} isOpen={event !== undefined} />
}

interface DetailsProps extends Omit<EventDialogProps, 'event'> {
  readonly event: FeedEvent
  readonly isOpen: boolean
}

function Details({ event, isOpen, isUnread, onToggle, onClose }: DetailsProps) {
  const t = useTranslations('events.details')
  const { name, identifier } = useEventTexts(event)
  const report = reportOf[event.source]
  return (
    <Dialog
      title={name}
      size="md"
      isOpen={isOpen}
      onOpenChange={onClose}
      footer={
        <>
          <Button onClick={() => onToggle(event)}>{t(isUnread ? 'markRead' : 'markUnread')}</Button>
          {report !== undefined && (
            <LinkButton href={asRoute(reportsOfDayPath(event.day, report))}>{t('report')}</LinkButton>
          )}
          {event.monitor_id !== '' && (
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
          <SourceBadge source={event.source} />
        </DataRow>
        <DataRow label={t('when')}>
          <Time instant={event.created_at} />
        </DataRow>
        {identifier !== undefined && (
          <DataRow label={t('identifier')}>
            <PersonalValue masked={identifier} of={{ kind: 'event', id: event.id }} />
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
