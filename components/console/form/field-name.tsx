'use client'

import { useTranslations } from 'use-intl'

import type { FormField } from '@/lib/contract/console/request-form'

import { useFieldHint } from './use-field-hint'

export function FieldName({ field: { name, isRequired } }: { readonly field: FormField }) {
  const t = useTranslations('console.form')
  return (
    <>
      <code className="font-mono">{name}</code>
      {isRequired && <span className="ml-1.5 text-sm font-normal text-muted">{t('required')}</span>}
    </>
  )
}

export function FieldLegend({ field }: { readonly field: FormField }) {
  const hint = useFieldHint(field)
  return (
    <legend className="px-1">
      <FieldName field={field} /> {hint !== '' && <span className="text-sm text-muted">{hint}</span>}
    </legend>
  )
}
