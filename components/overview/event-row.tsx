'use client'

import { useTranslations } from 'use-intl'

import { Badge } from '@/components/ui/badge'
import { Time } from '@/components/ui/time'

import { identifierOf, type MonitorEvent, shownText, sourceLook } from './event-text'

export function EventRow({ event }: { readonly event: MonitorEvent }) {
  const t = useTranslations('overview.events')
  const identifier = identifierOf(event)
  const source = event.source ? sourceLook(event.source) : undefined
  const name = shownText(event.subject_name) ?? t(identifier?.kind === 'pesel' ? 'person' : 'subject')
  const parts = [
    identifier && t(`identifier.${identifier.kind}`, { type: identifier.type, value: identifier.value }),
    shownText(event.title),
  ].filter((part) => part !== undefined)
  return (
    <li className="grid grid-cols-[3.5rem_minmax(0,1fr)] items-center gap-x-3 px-4 py-2.5 sm:grid-cols-[4rem_minmax(0,1fr)_auto]">
      <span>{source && <Badge tone={source.tone}>{source.label}</Badge>}</span>
      <div className="min-w-0">
        <p className="truncate font-medium">{name}</p>
        <p className="truncate text-sm text-muted" title={parts.join(' · ')}>
          {parts.join(' · ')}
        </p>
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
