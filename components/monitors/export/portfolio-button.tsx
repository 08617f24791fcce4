'use client'

import { useState } from 'react'
import { useTranslations } from 'use-intl'

import { usePermission } from '@/components/layout/viewer'
import { Button } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'
import { lazyComponent } from '@/components/ui/lazy/lazy-component'
import { preload } from '@/components/ui/lazy/load-component'

import type { MonitorState } from '../data/monitor-store'

const loadDialog = async () => (await import('./portfolio-dialog')).PortfolioDialog
const PortfolioDialog = lazyComponent(loadDialog)

interface PortfolioButtonProps {
  readonly state: MonitorState
  /** The tags that the list is filtered by. */
  readonly tags: readonly string[]
}

/** A certificate of all monitors or of those with a tag; the dialog says how many it covers. */
export function PortfolioButton({ state, tags }: PortfolioButtonProps) {
  const t = useTranslations('monitors')
  const { allowed, reason } = usePermission('coverage.portfolio')
  const [isOpen, setIsOpen] = useState(false)
  const waitReason = state.isComplete ? undefined : t('export.reading')
  return (
    <>
      <Button
        disabledReason={allowed ? waitReason : reason}
        onPointerEnter={() => preload(loadDialog)}
        onClick={() => setIsOpen(true)}
      >
        <Icon name="download" />
        {t('portfolio.button')}
      </Button>
      {isOpen && (
        <PortfolioDialog
          monitors={state.entries.map(({ monitor }) => monitor)}
          tag={tags.length === 1 ? tags[0] : undefined}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  )
}
