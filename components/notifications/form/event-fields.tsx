'use client'

import { useLocale, useTranslations } from 'use-intl'

import { eventSources, shortSourceName } from '@/lib/domain/events/sources'
import { announcementKinds } from '@/lib/domain/rules/announcements'

import { ChipChoice } from './chip-choice'
import type { ConditionProps } from './condition-props'
import { MonitorsField } from './monitors-field'
import { RuleTagsField } from './rule-tags-field'

/** Which events: by source, what the title tells, and whose monitors. */
export function EventFields({ condition, onChange }: ConditionProps<'events'>) {
  const t = useTranslations('notifications.form')
  const kinds = useTranslations('notifications.announcements')
  const locale = useLocale()
  const { sources, announcements, tags, monitor_ids: monitors } = condition
  return (
    <>
      <ChipChoice
        label={t('sources')}
        hint={t('sourcesHint')}
        options={eventSources.map((value) => ({ value: value as string, label: shortSourceName(value, locale) }))}
        values={sources}
        onChange={(next) => onChange({ ...condition, sources: next })}
      />
      <ChipChoice
        label={t('announcements')}
        hint={t('announcementsHint')}
        options={announcementKinds.map((value) => ({ value, label: kinds(value) }))}
        values={announcements}
        onChange={(next) => onChange({ ...condition, announcements: next })}
      />
      <RuleTagsField values={tags} onChange={(next) => onChange({ ...condition, tags: next })} />
      <MonitorsField values={monitors} onChange={(next) => onChange({ ...condition, monitor_ids: next })} />
    </>
  )
}
