'use client'

import { useTranslations } from 'use-intl'

import { useComingEnd } from '@/components/meters/use-period-end'

import type { Meter } from './use-meter'

/** What counts towards the cap, and until when. */
export function CapScope({ meter }: { readonly meter: Meter }) {
  const t = useTranslations('spend-cap.editor')
  const when = useComingEnd(meter.period_end)
  return <p className="text-sm text-muted">{when === undefined ? t('scopePlain') : t('scope', { when })}</p>
}
