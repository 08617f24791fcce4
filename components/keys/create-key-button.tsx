'use client'

import { useState } from 'react'
import { useTranslations } from 'use-intl'

import { usePermission } from '@/components/layout/viewer'
import { Button } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'
import { lazyPart } from '@/components/ui/lazy-part'

import type { KeyList } from './key-list'
import { useCreationBlock } from './use-creation-block'

const CreateKeyDialog = lazyPart(() => import('./create-key-dialog').then((module) => module.CreateKeyDialog))

/** The dialog lives only while it is open: with it goes everything that it knew of the key. */
export function CreateKeyButton({ list }: { readonly list: KeyList | undefined }) {
  const t = useTranslations('keys')
  const { reason } = usePermission('keys.create')
  const block = useCreationBlock(list)
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button variant="primary" disabledReason={reason ?? block} onClick={() => setIsOpen(true)}>
        <Icon name="plus" size={14} />
        {t('create')}
      </Button>
      {isOpen && <CreateKeyDialog onClose={() => setIsOpen(false)} />}
    </>
  )
}
