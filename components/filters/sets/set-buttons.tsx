'use client'

import { useState } from 'react'
import { useTranslations } from 'use-intl'

import { Button } from '@/components/ui/button'
import { lazyComponent } from '@/components/ui/lazy/lazy-component'
import { preload } from '@/components/ui/lazy/load-component'

import { MAX_NAME_LENGTH } from '../draft/filter-draft'
import type { FilterEdit } from '../editor/use-filter-draft'
import { useNewDraft } from './use-new-draft'

const loadDialog = () => import('./set-dialog').then((module) => module.SetDialog)
const SetDialog = lazyComponent(loadDialog)

/** A filter as the beginning of another one: the same again, or combined with one more. */
export function SetButtons({ edit }: { readonly edit: FilterEdit }) {
  const t = useTranslations('filters.sets')
  const [isOpen, setIsOpen] = useState(false)
  const fresh = useNewDraft()
  const { name, content } = edit.draft
  // Cut before its end, so that a long name does not become the same one.
  const room = MAX_NAME_LENGTH - t('copyName', { name: '' }).length
  const freeCopy = t('copyName', { name: name.trim().slice(0, room) })
  const duplicate = () => fresh.open({ name: freeCopy, content })
  return (
    <>
      <Button disabledReason={fresh.deniedReason} onClick={duplicate}>
        {t('duplicate')}
      </Button>
      <Button aria-haspopup="dialog" onPointerEnter={() => preload(loadDialog)} onClick={() => setIsOpen(true)}>
        {t('action')}
      </Button>
      {isOpen && <SetDialog edit={edit} onClose={() => setIsOpen(false)} />}
    </>
  )
}
