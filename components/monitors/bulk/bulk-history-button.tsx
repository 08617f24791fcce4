'use client'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'

import { usePermission } from '@/components/layout/viewer'
import { Button } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'
import { lazyComponent } from '@/components/ui/lazy/lazy-component'
import { preload } from '@/components/ui/lazy/load-component'
import { useAfterLoad } from '@/components/ui/lazy/use-after-load'
import { useCountValues } from '@/components/ui/use-count-values'
import { panelQuery } from '@/lib/client/queries'

import type { BulkDelete } from './use-bulk-delete'
import type { BulkTags } from './use-bulk-tags'

const loadHistory = () => import('./bulk-history-dialog').then((module) => module.BulkHistoryDialog)
const BulkHistoryDialog = lazyComponent(loadHistory)

/** Opens the history of changes of tags; says when one of them was left in the middle. */
export function BulkHistoryButton({ tags, deletion }: { readonly tags: BulkTags; readonly deletion: BulkDelete }) {
  const t = useTranslations('bulk-tags.history')
  const counted = useCountValues()
  const reading = usePermission('bulkTags.list')
  const [isOpen, setIsOpen] = useState(false)
  const isAfterLoad = useAfterLoad()
  const { data } = useQuery({ ...panelQuery('bulkTags.list', {}), enabled: reading.allowed && isAfterLoad })
  const open = data?.items.filter(({ state }) => state === 'interrupted' || state === 'partial').length ?? 0
  const note = open > 0 ? t('interrupted', counted(open)) : undefined
  return (
    <>
      <Button
        size="sm"
        variant="ghost"
        disabledReason={reading.reason}
        aria-haspopup="dialog"
        title={note ?? t('button')}
        onPointerEnter={() => preload(loadHistory)}
        onClick={() => setIsOpen(true)}
      >
        <Icon name={note === undefined ? 'clock' : 'alert'} size={14} className={note && 'text-warn-ink'} />
        <span className="max-lg:sr-only">{note ?? t('button')}</span>
      </Button>
      {isOpen && <BulkHistoryDialog tags={tags} deletion={deletion} onClose={() => setIsOpen(false)} />}
    </>
  )
}
