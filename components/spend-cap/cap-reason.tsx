'use client'

import { useTranslations } from 'use-intl'

import { TextField } from '@/components/ui/inputs/text-field'

import type { CapForm } from './cap-choices'

/** As long as what the history keeps. */
const MAX_LENGTH = 300

/** Why the cap is changed, for whoever reads the history. */
export function CapReason({ form }: { readonly form: CapForm }) {
  const t = useTranslations('spend-cap.editor')
  return (
    <TextField
      label={t('reason')}
      isOptional
      hint={t('reasonHint')}
      maxLength={MAX_LENGTH}
      autoComplete="off"
      value={form.reason}
      onChange={(event) => form.setReason(event.target.value)}
    />
  )
}
