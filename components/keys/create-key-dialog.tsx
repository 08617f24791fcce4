'use client'

import { useTranslations } from 'use-intl'

import { CreateKeyForm } from './create-key-form'
import { SecretDialog } from './secret-dialog'

export function CreateKeyDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useTranslations('keys.dialog')
  return (
    <SecretDialog title={t('title')} onClose={onClose}>
      {(steps) => <CreateKeyForm {...steps} onCancel={onClose} />}
    </SecretDialog>
  )
}
