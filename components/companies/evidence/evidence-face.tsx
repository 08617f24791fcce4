'use client'

import { useTranslations } from 'use-intl'

import { Icon } from '@/components/ui/icon'

/** What stands on the button of the evidence file, and keeps its place until it is there. */
export function EvidenceFace() {
  const t = useTranslations('evidence-files')
  return (
    <>
      <Icon name="download" />
      {t('button')}
    </>
  )
}
