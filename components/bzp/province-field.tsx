'use client'

import { useTranslations } from 'use-intl'

import { TagField } from '@/components/ui/tag-field'

import { readValue } from './alert-filter'
import type { ListFieldProps } from './list-field'
import { suggestProvinces } from './place-completion'

const suggest = (text: string) => Promise.resolve(suggestProvinces(text))

/** The sixteen provinces, by name or code. */
export function ProvinceField({ values, onChange, error }: ListFieldProps) {
  const t = useTranslations('bzp.fields.provinces')
  return (
    <TagField
      label={t('label')}
      placeholder={t('placeholder')}
      error={error}
      refusal={t('refusal')}
      values={values}
      onChange={(next) => onChange('provinces', next)}
      normalize={(text) => readValue('provinces', text)}
      suggest={suggest}
      isFreeText={(text) => readValue('provinces', text) !== ''}
    />
  )
}
