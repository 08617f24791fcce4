'use client'

import { useEffect, useEffectEvent } from 'react'
import { useTranslations } from 'use-intl'

import { Button } from '@/components/ui/button'

interface MoreRowsProps {
  /** Every row that was shown has gone, as by dismissing them all. */
  readonly isUsedUp: boolean
  readonly isLoading: boolean
  readonly onMore: () => Promise<void>
}

/** Asks for the next rows, and where none are left does so by itself; once, after a failure there is the button. */
export function MoreRows({ isUsedUp, isLoading, onMore }: MoreRowsProps) {
  const t = useTranslations('bzp-matches')
  const goOn = useEffectEvent(() => void onMore())
  useEffect(() => {
    if (isUsedUp) goOn()
  }, [isUsedUp])
  return (
    <p className="border-t p-3 text-center">
      <Button size="sm" isPending={isLoading} onClick={() => void onMore()}>
        {t('more')}
      </Button>
    </p>
  )
}
