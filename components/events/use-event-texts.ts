'use client'

import { useTranslations } from 'use-intl'

import { identifierOf, shownText } from '@/lib/domain/event-text'

import type { FeedEvent } from './feed-store'

/** Whom an event is about, in words. */
export function useEventTexts(event: Pick<FeedEvent, 'identifier_type' | 'identifier_value' | 'subject_name'>) {
  const t = useTranslations('events.row')
  const identifier = identifierOf(event)
  return {
    name: shownText(event.subject_name) ?? t(identifier?.kind === 'pesel' ? 'person' : 'subject'),
    identifier: identifier && t(`identifier.${identifier.kind}`, { type: identifier.type, value: identifier.value }),
  }
}
