'use client'

import { useState } from 'react'
import { useTranslations } from 'use-intl'

import { Banner } from '@/components/layout/banner'
import { usePermission } from '@/components/layout/viewer'
import { Button } from '@/components/ui/button'
import { lazyComponent } from '@/components/ui/lazy/lazy-component'
import { useCountValues } from '@/components/ui/use-count-values'

import { countSilent, useFilterUses } from './use-filter-uses'

const SilentDialog = lazyComponent(() => import('./silent-dialog').then((module) => module.SilentDialog))

/** Monitors of deleted filters find nothing until they get another filter: said where the filters are. */
export function SilentMonitorsBanner() {
  const t = useTranslations('filters.silent')
  const counted = useCountValues()
  const uses = useFilterUses()
  const { reason } = usePermission('monitors.attach')
  const [isOpen, setIsOpen] = useState(false)
  const count = countSilent(uses ?? [])
  if (count === 0 && !isOpen) return null
  return (
    <>
      <Banner
        tone="warn"
        className="mb-4"
        action={
          <Button size="sm" aria-haspopup="dialog" disabledReason={reason} onClick={() => setIsOpen(true)}>
            {t('action')}
          </Button>
        }
      >
        {t('banner', counted(count))}
      </Banner>
      {isOpen && <SilentDialog onClose={() => setIsOpen(false)} />}
    </>
  )
}
