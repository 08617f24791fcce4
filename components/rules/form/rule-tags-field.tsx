'use client'

import { useTranslations } from 'use-intl'

import { useTagSuggest } from '@/components/forms/use-tag-suggest'
import { useViewer } from '@/components/layout/viewer'
import { TagField } from '@/components/ui/inputs/tag-field'
import { MAX_RULE_TAGS } from '@/lib/features/rules/contract/conditions'

interface RuleTagsFieldProps {
  readonly values: readonly string[]
  readonly onChange: (values: string[]) => void
}

/** Suggests tags in use if the service lists them; any other tag can be typed. */
export function RuleTagsField({ values, onChange }: RuleTagsFieldProps) {
  const t = useTranslations('rules.form')
  const isListed = useViewer().mode === 'embedded'
  const suggest = useTagSuggest({ isListed })
  return (
    <TagField
      label={t('tags')}
      hint={t('tagsHint')}
      isOptional
      placeholder={t('tagPlaceholder')}
      values={values}
      onChange={(next) => onChange([...next])}
      max={MAX_RULE_TAGS}
      suggest={isListed ? suggest : undefined}
    />
  )
}
