'use client'

import { useEffect, useEffectEvent } from 'react'
import { useTranslations } from 'use-intl'

import { Button } from '@/components/ui/button'

interface MoreRowsProps {
  /** Whether all displayed rows have disappeared, for example by dismissing them. */
  readonly isEmpty: boolean
  readonly isLoading: boolean
  readonly onMore: () => Promise<void>
}

/** Loads the next rows on request, or automatically if none are left; after a failure only the button does. */
export function MoreRows({ isEmpty, isLoading, onMore }: MoreRowsProps) {
  const t = useTranslations('bzp-matches')
  const loadMore = useEffectEvent(() => void onMore())
  useEffect(() => {
    if (isEmpty) loadMore()
  }, [isEmpty])
  return (
    <p className="border-t p-3 text-center">
      <Button size="sm" isPending={isLoading} onClick={() => void onMore()}>
        {t('more')}
      </Button>
    </p>
  )
}
