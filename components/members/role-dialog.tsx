'use client'

import { useTranslations } from 'use-intl'

import { RadioField } from '@/components/forms/select-field'
import { useZodForm } from '@/components/forms/use-zod-form'
import { ZodFormDialog } from '@/components/forms/zod-form-dialog'
import { useAction } from '@/components/layout/use-action'
import { isApiError } from '@/lib/domain/api-error'
import { roles } from '@/lib/domain/roles'
import { type Member, memberOperations } from '@/lib/features/members/contract'

export function RoleDialog({ member, onClose }: { readonly member: Member; readonly onClose: () => void }) {
  const t = useTranslations('members.roleDialog')
  const words = useTranslations('members')
  const layout = useTranslations('layout')
  const form = useZodForm({
    schema: memberOperations['members.setRole'].body,
    defaultValues: { role: member.role },
  })
  const { mutateAsync } = useAction('members.setRole', {
    done: words('done.setRole'),
    failed: (reason, error) =>
      words('failed', { reason: isApiError(error) && error.code === 'last_owner' ? words('lastOwner') : reason }),
    onDone: onClose,
  })
  return (
    <ZodFormDialog
      title={t('title', { email: member.email })}
      form={form}
      submitLabel={t('submit')}
      onClose={onClose}
      onSubmit={async (body) =>
        body.role === member.role ? onClose() : mutateAsync({ params: { id: member.user_id }, body })
      }
    >
      <RadioField
        name="role"
        label={t('role')}
        options={roles.map((value) => ({ value, label: layout(`roles.${value}`), description: t(`hints.${value}`) }))}
      />
    </ZodFormDialog>
  )
}
