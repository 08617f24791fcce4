'use client'

import { useTranslations } from 'use-intl'

import { findIdentifier, shownText } from '@/lib/domain/events/event-text'

import type { FeedEvent } from './feed-store'

type IdentifiedSubject = Pick<FeedEvent, 'identifier_type' | 'identifier_value'>

export function useEventTexts(event: IdentifiedSubject & Pick<FeedEvent, 'subject_name' | 'also'>) {
  const t = useTranslations('events.row')
  const numberOf = (subject: IdentifiedSubject): string | undefined => {
    const identifier = findIdentifier(subject)
    return identifier && t(`identifier.${identifier.kind}`, { type: identifier.type, value: identifier.value })
  }
  const numbers = [event, ...event.also].map(numberOf).filter((number) => number !== undefined)
  return {
    name: shownText(event.subject_name) ?? t(findIdentifier(event)?.kind === 'pesel' ? 'person' : 'subject'),
    identifier: numberOf(event),
    identifiers: [...new Set(numbers)],
    numberOf,
  }
}
