'use client'

import { useLocale, useTranslations } from 'use-intl'

import { recipientsOf } from '@/components/shared/rules/rule-draft'
import { useCountValues } from '@/components/ui/use-count-values'
import { formatDateTime, formatInteger, formatZloty } from '@/lib/domain/format/format'

import type { DraftChange, SavedAlertDraft } from './saved-alert-draft'

const weekdayKeys = ['0', '1', '2', '3', '4', '5', '6'] as const

type Field = Extract<DraftChange, { kind: 'field' }>['field']

/** What stands in a field of a draft, in words. */
export function useDraftWords(): (draft: SavedAlertDraft, field: Field) => string {
  const t = useTranslations('bzp-save')
  const days = useTranslations('rule-form.weekdays')
  const locale = useLocale()
  const counted = useCountValues()
  const nothing = t('changes.nothing')
  const amount = (value: number | null) => (value === null ? nothing : formatZloty(value, locale))
  const words: Readonly<Record<Field, (draft: SavedAlertDraft) => string>> = {
    name: ({ name }) => (name.trim() === '' ? nothing : `„${name.trim()}”`),
    isTeam: ({ is_team: isTeam }) => t(isTeam ? 'visibility.team' : 'visibility.own'),
    delivery: ({ timing }) => t(`delivery.${timing}`),
    hour: ({ digest_hour: hour }) => `${hour}:00`,
    weekday: ({ weekday }) => days(weekdayKeys[weekday] ?? '1'),
    workingDays: ({ working_days_only: isOnly }) => t(isOnly ? 'changes.yes' : 'changes.no'),
    quiet: ({ quiet }) => (quiet === null ? nothing : `${quiet.from}–${quiet.to}`),
    recipients: (draft) => t('changes.people', counted(recipientsOf(draft).length)),
    mutedUntil: ({ muted_until: until }) => (until === null ? nothing : formatDateTime(until, locale)),
    value_from: ({ condition }) => amount(condition.filter.value_from),
    value_to: ({ condition }) => amount(condition.filter.value_to),
    min_days_to_offer: ({ condition }) => {
      const { min_days_to_offer: least } = condition.filter
      return least === null ? nothing : formatInteger(least, locale)
    },
  }
  return (draft, field) => words[field](draft)
}
