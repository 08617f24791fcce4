import { useTranslations } from 'use-intl'

import { Badge, type Tone } from '@/components/ui/badge'
import { Icon } from '@/components/ui/icon'
import type { EventKind, EventSeverity } from '@/lib/domain/events/event-kinds'

const tones: Readonly<Record<EventSeverity, Tone>> = { urgent: 'danger', review: 'info', rest: 'neutral' }

interface KindBadgeProps {
  readonly kind: EventKind
  readonly severity: EventSeverity
}

/** What an event is about. An urgent one has a sign besides its colour, and the severity is read out. */
export function KindBadge({ kind, severity }: KindBadgeProps) {
  const t = useTranslations('event-kinds')
  return (
    <Badge tone={tones[severity]} title={t(`severities.${severity}`)} className="max-w-full">
      {severity === 'urgent' && <Icon name="alert" size={11} />}
      <span className="sr-only">{t(`severities.${severity}`)}: </span>
      <span className="truncate first-letter:uppercase">{t(`kinds.${kind}`)}</span>
    </Badge>
  )
}
