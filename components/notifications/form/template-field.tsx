'use client'

import { useState } from 'react'
import { useTranslations } from 'use-intl'

import { Select } from '@/components/ui/inputs/select'

import { newTimes, startOfKind } from '../rule-draft'
import { ruleTemplates } from '../templates'
import type { RuleForm } from './use-rule-form'

/** A ready rule to begin a new one with; whom it tells stays as it is. */
export function TemplateField({ form: { draft, kinds, change } }: { readonly form: RuleForm }) {
  const t = useTranslations('notifications.templates')
  const ready = ruleTemplates.filter(({ draft: { condition } }) => kinds.includes(condition.kind))
  const isReadyName = (name: string) => name === '' || ready.some((each) => t(each.name) === name)
  const [chosen, setChosen] = useState(() => ready.find(({ name }) => t(name) === draft.name)?.label ?? '')
  const choose = (label: string) => {
    const template = ready.find((each) => each.label === label)
    setChosen(template?.label ?? '')
    // A name that somebody thought of stays.
    const name = isReadyName(draft.name.trim()) && { name: template === undefined ? '' : t(template.name) }
    if (template === undefined) return change({ ...name })
    return change({ ...newTimes, ...startOfKind[template.draft.condition.kind], ...template.draft, ...name })
  }
  return (
    <Select
      label={t('start')}
      options={[{ value: '', label: t('own') }, ...ready.map(({ label }) => ({ value: label, label: t(label) }))]}
      value={chosen}
      onChange={({ target: { value } }) => choose(value)}
    />
  )
}
