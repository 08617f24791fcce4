'use client'

import { useState } from 'react'
import { useTranslations, useLocale } from 'use-intl'

import { useAccountFacts } from '@/components/layout/use-account-facts'
import { usePermission, useViewer } from '@/components/layout/viewer'
import { Button } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'
import { lazyComponent } from '@/components/ui/lazy/lazy-component'
import { formatInteger } from '@/lib/domain/format/format'

import { type KeyList, creationBlock } from './key-list'
import { useKeysNow } from './use-keys-now'

const CreateKeyDialog = lazyComponent(() => import('./create-key-dialog').then((module) => module.CreateKeyDialog))

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

/** The words on the disabled button; undefined when a key can be created. */
function useCreationBlock(list: KeyList | undefined): string | undefined {
  const t = useTranslations('keys')
  const locale = useLocale()
  const { plan } = useViewer().account
  const facts = useAccountFacts()
  const block = creationBlock(list ?? { items: [] }, useKeysNow(), facts)
  if (block === undefined) return undefined
  if (block === 'inactive') return t('inactive')
  if (block === 'plan') return t('noAccess', { plan })
  const count = list?.max_active ?? 0
  return t('limit', { count, n: formatInteger(count, locale) })
}
