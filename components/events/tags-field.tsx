'use client'

import { useTranslations } from 'use-intl'

import { useTagSuggest } from '@/components/forms/use-tag-suggest'
import { useViewer } from '@/components/layout/viewer'
import { TagField } from '@/components/ui/inputs/tag-field'

interface TagsFieldProps {
  readonly values: readonly string[]
  readonly onChange: (values: readonly string[]) => void
}

/** Suggests tags in use, if the service lists them; any other can be typed. */
export function TagsField({ values, onChange }: TagsFieldProps) {
  const t = useTranslations('events.filters')
  const isListed = useViewer().mode === 'embedded'
  const suggest = useTagSuggest({ isListed })
  return (
    <TagField
      label={t('tag')}
      isLabelHidden
      placeholder={t('tagPlaceholder')}
      values={values}
      onChange={onChange}
      max={10}
      suggest={isListed ? suggest : undefined}
    />
  )
}
