'use client'

import { useTranslations } from 'use-intl'

import type { Tone } from '@/components/ui/badge'
import { TagField } from '@/components/ui/tag-field'

import { readValue } from './alert-filter'
import type { ListFieldProps } from './list-field'

const tones: Readonly<Record<TermList, Tone>> = { keywords: 'accent', exclude_keywords: 'warn', authorities: 'neutral' }
type TermList = 'keywords' | 'exclude_keywords' | 'authorities'

interface TermFieldProps extends ListFieldProps {
  readonly list: TermList
}

/** Free text as chips; what is excluded looks different. The count already follows what is being typed. */
export function TermField({ list, values, onChange, onDraft, error }: TermFieldProps) {
  const t = useTranslations('bzp.fields')
  return (
    <TagField
      label={t(`${list}.label`)}
      placeholder={t(`${list}.placeholder`)}
      error={error}
      refusal={t(`${list}.refusal`)}
      values={values}
      onChange={(next) => onChange(list, next)}
      onType={(text) => onDraft(list, text)}
      describe={() => ({ tone: tones[list] })}
      normalize={(text) => readValue(list, text)}
      separation={list === 'authorities' ? 'lines' : 'list'}
      max={100}
    />
  )
}
