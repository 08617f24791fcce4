'use client'

import { useLocale, useTranslations } from 'use-intl'

import { useCountValues } from '@/components/ui/use-count-values'
import { formatDateTime, formatInteger, formatZloty } from '@/lib/domain/format/format'

import type { DraftChange, SavedAlertDraft } from './saved-alert-draft'

type Field = Extract<DraftChange, { kind: 'field' }>['field']

/** What stands in a field of a draft, in words. */
export function useDraftWords(): (draft: SavedAlertDraft, field: Field) => string {
  const t = useTranslations('bzp-save')
  const locale = useLocale()
  const counted = useCountValues()
  const nothing = t('changes.nothing')
  const amount = (value: number | null) => (value === null ? nothing : formatZloty(value, locale))
  const words: Readonly<Record<Field, (draft: SavedAlertDraft) => string>> = {
    name: ({ name }) => (name.trim() === '' ? nothing : `„${name.trim()}”`),
    isTeam: ({ isTeam }) => t(isTeam ? 'visibility.team' : 'visibility.own'),
    delivery: ({ delivery }) => t(`delivery.${delivery}`),
    hour: ({ hour }) => `${hour}:00`,
    recipients: ({ recipients, isTeam }) => t('changes.people', counted(isTeam ? recipients.length : 1)),
    mutedUntil: ({ mutedUntil }) => (mutedUntil === null ? nothing : formatDateTime(mutedUntil, locale)),
    value_from: ({ filter }) => amount(filter.value_from),
    value_to: ({ filter }) => amount(filter.value_to),
    min_days_to_offer: ({ filter: { min_days_to_offer: days } }) =>
      days === null ? nothing : formatInteger(days, locale),
  }
  return (draft, field) => words[field](draft)
}
