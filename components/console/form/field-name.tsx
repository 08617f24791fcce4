'use client'

import { useTranslations } from 'use-intl'

import type { FormField } from '@/lib/contract/console/request-form'

/** As it stands in the request. */
export function FieldName({ field: { name, isRequired } }: { readonly field: FormField }) {
  const t = useTranslations('console.form')
  return (
    <>
      <code className="font-mono">{name}</code>
      {isRequired && <span className="ml-1.5 text-sm font-normal text-muted">{t('required')}</span>}
    </>
  )
}
