'use client'

import { useState } from 'react'
import { useTranslations } from 'use-intl'

import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { lazyComponent } from '@/components/ui/lazy/lazy-component'
import { preload } from '@/components/ui/lazy/load-component'
import { useCountValues } from '@/components/ui/use-count-values'

import type { FilterEdit } from '../editor/use-filter-draft'

const loadDialog = () => import('./difference-dialog').then((module) => module.DifferenceDialog)
const DifferenceDialog = lazyComponent(loadDialog)

/** What a save would change, in numbers; opened, value by value. */
export function DifferenceButton({ edit }: { readonly edit: FilterEdit }) {
  const t = useTranslations('filters')
  const counted = useCountValues()
  const [isOpen, setIsOpen] = useState(false)
  const { diff } = edit
  if (!diff.isDirty && !isOpen) return null
  return (
    <>
      <Button
        size="sm"
        variant="ghost"
        aria-haspopup="dialog"
        onPointerEnter={() => preload(loadDialog)}
        onClick={() => setIsOpen(true)}
      >
        {diff.added > 0 && <Badge tone="accent">{t('editor.added', { count: counted(diff.added).count })}</Badge>}
        {diff.removed > 0 && <Badge tone="warn">{t('editor.removed', { count: counted(diff.removed).count })}</Badge>}
        {diff.isRenamed && <Badge>{t('save.renamed')}</Badge>}
        {t('difference.show')}
      </Button>
      {isOpen && <DifferenceDialog edit={edit} onClose={() => setIsOpen(false)} />}
    </>
  )
}
