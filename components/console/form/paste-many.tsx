'use client'

import { useState } from 'react'
import { useTranslations } from 'use-intl'

import { Button } from '@/components/ui/button'
import { lazyComponent } from '@/components/ui/lazy/lazy-component'

import type { PastedItems } from './paste-dialog'

const PasteDialog = lazyComponent(async () => (await import('./paste-dialog')).PasteDialog)

/** A list of numbers as items, each in the field of its kind. */
export function PasteMany(props: PastedItems) {
  const t = useTranslations('console.form')
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button size="sm" onClick={() => setIsOpen(true)}>
        {t('paste')}
      </Button>
      {isOpen && <PasteDialog {...props} onClose={() => setIsOpen(false)} />}
    </>
  )
}
