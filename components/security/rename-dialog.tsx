'use client'

import { type FormEvent, useRef } from 'react'
import { useTranslations } from 'use-intl'

import { Button } from '@/components/ui/button'
import { TextField } from '@/components/ui/inputs/text-field'
import { Dialog } from '@/components/ui/overlay/dialog'
import { toast } from '@/components/ui/overlay/toast'
import type { Passkey } from '@/lib/contract/panel/second-factor'

import { useFactorChange } from './use-factor-change'

const NAME_LENGTH = 80

interface RenameDialogProps {
  readonly passkey: Passkey
  readonly onClose: () => void
}

export function RenameDialog({ passkey: { id, name }, onClose }: RenameDialogProps) {
  const t = useTranslations('security.passkeys')
  const field = useRef<HTMLInputElement>(null)
  const { change, isPending } = useFactorChange()
  const rename = (given: string) =>
    change(async () => {
      const { panelCall } = await import('@/lib/client/browser')
      await panelCall('passkeys.rename', { body: { id, name: given } })
      toast.success(t('renamed'))
      onClose()
    })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const given = field.current?.value.trim() ?? ''
    if (given !== '' && !isPending) void rename(given)
  }
  return (
    <Dialog title={t('renameTitle')} isOpen onOpenChange={(isOpen) => !isOpen && onClose()}>
      <form onSubmit={submit} className="space-y-4">
        <TextField ref={field} label={t('name')} defaultValue={name} maxLength={NAME_LENGTH} autoFocus required />
        <div className="flex justify-end">
          <Button type="submit" variant="primary" isPending={isPending}>
            {t('save')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
