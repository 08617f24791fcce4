'use client'

import { useTranslations } from 'use-intl'

import { TagField } from '@/components/ui/inputs/tag-field'
import { MAX_RULE_MONITORS } from '@/lib/contract/panel/rule-conditions'

import { useMonitorNames } from './use-monitor-names'

interface MonitorsFieldProps {
  /** Ids of monitors; empty: all. */
  readonly values: readonly string[]
  readonly onChange: (values: string[]) => void
}

/** Single monitors, found by name or number. */
export function MonitorsField({ values, onChange }: MonitorsFieldProps) {
  const t = useTranslations('notifications.form')
  const unnamed = t('monitorUnnamed')
  const { suggest, wordsOf, isReading } = useMonitorNames(unnamed, values)
  const describe = (id: string) => {
    const words = wordsOf(id)
    if (words === null) return { label: t('monitorGone'), tone: 'danger' as const, title: t('monitorGoneText') }
    if (words === undefined) return { label: isReading ? t('monitorReading') : t('monitorUnread') }
    return { label: words.name ?? words.note ?? unnamed, ...(words.name && words.note && { title: words.note }) }
  }
  return (
    <TagField
      label={t('monitors')}
      hint={t('monitorsHint')}
      isOptional
      placeholder={t('monitorsPlaceholder')}
      values={values}
      onChange={(next) => onChange([...next])}
      max={MAX_RULE_MONITORS}
      separation="lines"
      describe={describe}
      suggest={suggest}
      isFreeText={false}
      refusal={t('monitorsRefusal')}
    />
  )
}
