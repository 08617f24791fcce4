import { type EventSeverity, isEventKind } from '@/lib/domain/events/event-kinds'
import type { Locale } from '@/lib/domain/format/locales'

import { wordsIn } from './words'

/** What an event is about; nothing for `other`, which would say less than the title. */
export const eventKindWord = (kind: string, locale: Locale): string | undefined =>
  isEventKind(kind) && kind !== 'other' ? wordsIn(locale, 'event-kinds', 'kinds').words[kind] : undefined

export const severityWord = (severity: EventSeverity, locale: Locale): string =>
  wordsIn(locale, 'event-kinds', 'severities').words[severity]
