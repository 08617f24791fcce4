'use client'

import { useState } from 'react'
import { useTranslations } from 'use-intl'

import { Button } from '@/components/ui/button'
import { lazyComponent } from '@/components/ui/lazy/lazy-component'
import { preload } from '@/components/ui/lazy/load-component'

import type { FilterEdit } from '../editor/use-filter-draft'

const loadDialog = () => import('./versions-dialog').then((module) => module.VersionsDialog)
const VersionsDialog = lazyComponent(loadDialog)

/** The way to what the filter held before. */
export function VersionsButton({ edit, id }: { readonly edit: FilterEdit; readonly id: string }) {
  const t = useTranslations('filters.versions')
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button aria-haspopup="dialog" onPointerEnter={() => preload(loadDialog)} onClick={() => setIsOpen(true)}>
        {t('action')}
      </Button>
      {isOpen && <VersionsDialog edit={edit} id={id} onClose={() => setIsOpen(false)} />}
    </>
  )
}
