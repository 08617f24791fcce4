'use client'

import { useLocale, useTranslations } from 'use-intl'

import { Banner } from '@/components/layout/banner'
import { Button } from '@/components/ui/button'
import { formatZloty } from '@/lib/domain/format'
import { DEFAULT_CEILING_PLN } from '@/lib/domain/money'

import type { CapConflict } from './use-cap-draft'

interface CapConflictBannerProps {
  readonly conflict: CapConflict | null
  readonly onTake: () => void
}

/** Another user's change, before it is overwritten. */
export function CapConflictBanner({ conflict, onTake }: CapConflictBannerProps) {
  const t = useTranslations('spend-cap.conflict')
  const locale = useLocale()
  if (conflict === null) return null
  const amount = (capPln: number | null) => formatZloty(capPln ?? DEFAULT_CEILING_PLN, locale)
  const action = (
    <Button size="sm" onClick={onTake}>
      {t('take')}
    </Button>
  )
  return (
    <Banner tone="warn" action={action}>
      {t('text', { now: amount(conflict.nowPln), before: amount(conflict.beforePln) })}
    </Banner>
  )
}
