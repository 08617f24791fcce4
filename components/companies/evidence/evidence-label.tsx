'use client'

import { useTranslations } from 'use-intl'

import { Icon } from '@/components/ui/icon'

/** The label of the evidence button; a placeholder shows it as well until the button is loaded. */
export function EvidenceLabel() {
  const t = useTranslations('evidence-files')
  return (
    <>
      <Icon name="download" />
      {t('button')}
    </>
  )
}
