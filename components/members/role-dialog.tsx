'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { useTranslations } from 'use-intl'

import { useFailureText } from '@/components/layout/use-failure-text'
import { Button } from '@/components/ui/button'
import { RadioGroup } from '@/components/ui/inputs/radio-group'
import { Dialog } from '@/components/ui/overlay/dialog'
import { toast } from '@/components/ui/overlay/toast'
import { panelMutation } from '@/lib/client/queries'
import type { Member } from '@/lib/contract/panel/members'
import { isApiError } from '@/lib/domain/api-error'
import { roles } from '@/lib/domain/roles'

interface RoleDialogProps {
  readonly member: Member
  readonly onClose: () => void
}

export function RoleDialog({ member, onClose }: RoleDialogProps) {
  const t = useTranslations('members.roleDialog')
  const layout = useTranslations('layout')
  const common = useTranslations('common')
  const id = useId()
  const [role, setRole] = useState(member.role)
  const save = useSetRole(onClose)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (save.isPending) return
    if (role === member.role) onClose()
    else save.mutate({ params: { id: member.user_id }, body: { role } })
  }
  return (
    <Dialog
      title={t('title', { email: member.email })}
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      isDismissable={!save.isPending}
      footer={
        <>
          <Button onClick={onClose} aria-disabled={save.isPending}>
            {common('cancel')}
          </Button>
          <Button type="submit" form={id} variant="primary" isPending={save.isPending}>
            {t('submit')}
          </Button>
        </>
      }
    >
      <form id={id} onSubmit={submit}>
        <RadioGroup
          label={t('role')}
          options={roles.map((value) => ({ value, label: layout(`roles.${value}`), description: t(`hints.${value}`) }))}
          value={role}
          onChange={setRole}
        />
      </form>
    </Dialog>
  )
}

function useSetRole(onDone: () => void) {
  const t = useTranslations('members')
  const failureText = useFailureText()
  const client = useQueryClient()
  return useMutation({
    ...panelMutation('members.setRole'),
    onSuccess: async () => {
      toast.success(t('done.setRole'))
      await client.invalidateQueries({ queryKey: ['panel', 'members'] })
      onDone()
    },
    onError: (error) => {
      const isLast = isApiError(error) && error.code === 'last_owner'
      toast.error(t('failed', { reason: isLast ? t('lastOwner') : failureText(error) }))
    },
  })
}
