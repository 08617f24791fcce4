'use client'

import { useTranslations } from 'use-intl'

import type { FormField } from '@/lib/contract/console/request-form'

type Key = Parameters<ReturnType<typeof useTranslations<'console'>>>[0]

/** What a field means, by its operation where it means something else there, and which values it takes. */
export function useFieldHint(operation: string): (field: FormField) => string {
  const t = useTranslations('console')
  /** Sound: asked for only where it is there. */
  const said = (key: string) => (t.has(key as Key) ? t(key as Key) : undefined)
  return (field) => {
    const meaning = said(`own.${operation}.${field.name}`) ?? said(`fields.${field.name}`)
    return [meaning, rangeOf(field), fallbackOf(field), field.kind === 'lines' ? t('form.lines') : undefined]
      .filter((part) => part !== undefined)
      .join(' · ')
  }
  function rangeOf({ kind, min, max }: FormField): string | undefined {
    if (kind !== 'whole' || min === undefined) return undefined
    return max === undefined ? t('form.from', { min }) : t('form.range', { min, max })
  }
  function fallbackOf({ kind, fallback }: FormField): string | undefined {
    return fallback === undefined || kind === 'choice' ? undefined : t('form.default', { value: fallback })
  }
}
