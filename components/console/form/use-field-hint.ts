'use client'

import { useTranslations } from 'use-intl'

import type { FormField } from '@/lib/contract/console/request-form'

import { useRequestForm } from './form-context'

type Key = Parameters<ReturnType<typeof useTranslations<'console'>>>[0]

/** Describes a field, by its operation if the meaning differs there, and the values it accepts. */
export function useFieldHint({ name, kind, min, max, fallback }: FormField): string {
  const t = useTranslations('console')
  const { operation } = useRequestForm()
  /** Safe: the key is used only if it exists. */
  const textFor = (key: string) => (t.has(key as Key) ? t(key as Key) : undefined)
  const meaning = textFor(`own.${operation}.${name}`) ?? textFor(`fields.${name}`)
  const range = min !== undefined && (max === undefined ? t('form.from', { min }) : t('form.range', { min, max }))
  return [
    meaning,
    kind === 'whole' && range,
    fallback !== undefined && kind !== 'choice' && t('form.default', { value: fallback }),
    kind === 'lines' && t('form.lines'),
  ]
    .filter((part) => typeof part === 'string')
    .join(' · ')
}
