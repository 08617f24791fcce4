'use client'

import { useTranslations } from 'use-intl'

import { TextInputField } from '@/components/forms/field'
import { useZodForm } from '@/components/forms/use-zod-form'
import { ZodFormDialog } from '@/components/forms/zod-form-dialog'
import { useAction } from '@/components/layout/use-action'
import {
  type Passkey,
  PASSKEY_NAME_LENGTH,
  secondFactorOperations,
} from '@/lib/features/security/contract/second-factor'

import { useFactorFailureText } from './use-factor-change'

interface RenameDialogProps {
  readonly passkey: Passkey
  readonly onClose: () => void
}

const schema = secondFactorOperations['passkeys.rename'].body.pick({ name: true })

export function RenameDialog({ passkey: { id, name }, onClose }: RenameDialogProps) {
  const t = useTranslations('security.passkeys')
  const form = useZodForm({ schema, defaultValues: { name } })
  const rename = useAction('passkeys.rename', {
    done: t('renamed'),
    failed: useFactorFailureText(),
    onSuccess: onClose,
  })
  return (
    <ZodFormDialog
      title={t('renameTitle')}
      form={form}
      submitLabel={t('save')}
      onClose={onClose}
      onSubmit={(values) => rename.mutateAsync({ body: { id, ...values } })}
    >
      <TextInputField name="name" label={t('name')} maxLength={PASSKEY_NAME_LENGTH} autoFocus />
    </ZodFormDialog>
  )
}
